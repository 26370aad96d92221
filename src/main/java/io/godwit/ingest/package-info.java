/**
 * {@code POST /v1/track}, and the batcher that commits tracks and sends in groups.
 *
 * <p>All calls for one contact that reach this node go to the same {@code CallBatcher}, an event loop's own, so they are written
 * in the order they came. A batch is whatever gathered while the last transaction ran: no timer, so a lone call waits for
 * nobody and a flood shares its commits. A transaction is two rounds of pipelined statements: the first inserts missing
 * contacts and locks the others, then {@code BatchDecider} decides all calls in memory, then the second round writes and
 * commits. Only then is anybody answered.
 *
 * <p><b>A batch must not let one project hurt another.</b> What PostgreSQL could refuse is refused at the door. A contact that
 * somebody else holds sends its call to a slow lane with a connection of its own; so does a project of which a call failed
 * within the last minute ({@code QuarantinedProjects}). A batch that fails is halved until the call that cannot be written stands
 * alone.
 *
 * <p><b>A commit whose answer was lost</b> is looked up on another connection by an id it would have written ({@code
 * Inquiry}), for two seconds; then the caller is told to come back.
 *
 * <p>One batcher for two cores, not one a core: while its transaction runs on one core, the other takes requests, and longer
 * batches cost PostgreSQL a quarter less for each call (measured 2026-11-21, 62 calls a batch against 32).
 */
@NullMarked
package io.godwit.ingest;

import org.jspecify.annotations.NullMarked;
