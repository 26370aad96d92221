/**
 * Workflows: what an editor draws, what runs, and the engine that carries contacts through it.
 *
 * <p>A {@code Step} only decides; it never reads or writes. A {@code ExecutionBatch} loads what decisions need for some hundred executions
 * at once, lets each decide one step after the other until it rests or ends, and writes everything in one transaction, so an
 * execution is always at exactly one place and everything it did up to there has happened once.
 *
 * <p><b>Who is in a workflow</b> is decided by the transaction that appends the event ({@code WorkflowHook}), by unique indexes and
 * without a question. An execution is active as long as it has a row in {@code execution_timers}; who ends one from outside
 * takes that row first.
 *
 * <p><b>Timers</b> are claimed with a lease and a fence, project by project in turns. A turn locks the rows it still holds for as
 * long as its transaction lasts, so the fence is asked once; everybody locks them in the order of their ids. All times are the
 * transaction's, so nothing is early whatever a node's clock says.
 *
 * <p><b>A wait</b> is entered in two turns. The first writes it down; the second looks into the log of events for what came while
 * the first was under way. Whatever is appended after the first was committed finds the wait by itself ({@code WaitResumer}). So
 * ingestion locks nobody's execution, and no event is missed. A timeout looks there too: an event that came before it wins.
 *
 * <p><b>Editing.</b> A change locks the workflow's row, reads all that is drawn, makes another {@link
 * io.godwit.workflows.draft.WorkflowDraft} of it in memory and writes what differs, one statement for each kind of difference. Drafts may be
 * incomplete. While the workflow is enabled, a sound one becomes the next version in the same transaction, with the triggers
 * that events are looked up by; an unsound one waits for the edit that mends it, and what was live goes on. Executions stay on
 * the version they began with, so nothing an editor does can strand them, and no edit is refused because of them.
 *
 * <p><b>What editing leaves behind</b> goes after some time: versions that were replaced before anybody began with them, and
 * events nobody can wait for any more ({@code VersionPruneStore}). A version that was run is kept for the readers of its executions.
 *
 * <p><b>What WEBHOOK steps are set to</b> is in the tables in a form only we can read ({@code ConfigEncryption}).
 *
 * <p><b>A step that is deleted</b> takes along what only its ways lead to; what another way leads to as well stays, and so does
 * what nothing leads to yet.
 *
 * <p><b>What is used is kept.</b> A template, a segment or an event counts as used while it is drawn, while it is in the live
 * version of an enabled workflow, and while somebody is in a version that has it. Who begins to use one locks its row first.
 *
 * <p><b>Schedules.</b> When a workflow fires next is a row ({@code Scheduler}); a firing is a walk over contacts in pages under a
 * fence ({@code ScheduleRunner}), each of which enrols and says how far it has come in one transaction.
 *
 * <p><b>Counts</b> of executions and of what happened at each step are kept by the database itself: triggers write one row a
 * statement and count, {@code ExecutionCounts} folds them and reads both. Ingestion, turns, schedules, cancellations and deletions all
 * change these rows; none of them can forget to count. It costs some 11 µs an execution of three steps; counting five million
 * visits for a request would cost a second.
 *
 * <p><b>Simulating</b> asks the same steps on a clock of its own and writes nothing ({@code Simulation}).
 */
@NullMarked
package io.godwit.workflows;

import org.jspecify.annotations.NullMarked;
