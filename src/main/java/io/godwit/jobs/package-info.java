/**
 * Durable background jobs with progress, for work that is too long for a request. The package knows nothing of the work itself:
 * a feature registers a {@link io.godwit.jobs.JobHandler}, which carries a job out in bounded chunks.
 *
 * <p><b>A chunk's effects and its checkpoint are one transaction</b>, and that transaction names the fence of the claim. So a
 * job that dies goes on behind its last committed chunk, nothing is done twice, and a node that wakes up after its lease has
 * ended writes nothing: its last statement finds another fence and everything before it is rolled back.
 *
 * <p><b>Fairness.</b> A project has one job under way at a time, kept by a unique index over all nodes: its jobs run in the
 * order they came, so that a bulk unsubscribe behind a bulk subscribe stays behind it. Projects are served round robin, the
 * longest not served first; when a node has no capacity left and another project waits, a long job is released after a few
 * seconds and goes on when its project is served again.
 *
 * <p>Attempts and crashes are counted since the last chunk that was committed: a file of 200 chunks may outlive ten nodes. A job
 * with a chunk that three nodes in a row died with is carried out while no other job is, and only when three more die with it
 * alone, minutes apart, is it given up; a node that was only slow takes its crash back ({@link io.godwit.db.CrashCount}). A job
 * that was given up is in {@code dead_letters} with all it needs, and is queued again on request.
 */
@NullMarked
package io.godwit.jobs;

import org.jspecify.annotations.NullMarked;
