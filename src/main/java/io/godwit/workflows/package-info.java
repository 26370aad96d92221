/**
 * Workflows: their drafts, the versions that run, and the engine that carries contacts through them.
 *
 * <p>A {@code Step} only decides; it never reads or writes. A {@code ExecutionBatch} loads the data for the decisions of some
 * hundred executions at once, lets each decide one step after the other until it waits or ends, and writes everything in one
 * transaction, so an execution is always at exactly one step and everything it did up to there has happened once.
 *
 * <p><b>Starts.</b> The transaction that appends an event also starts the executions ({@code WorkflowHook}), by unique indexes
 * and without a query before. An execution is active as long as it has a row in {@code execution_timers}; a statement that ends
 * one from outside locks that row first.
 *
 * <p><b>Timers</b> are claimed with a lease and a fence, project by project in round robin. A batch locks the rows it has
 * claimed for as long as its transaction lasts, so the fence is checked once; all statements lock them in the order of their
 * ids. All times are the transaction's, so nothing is early whatever a node's clock says.
 *
 * <p><b>A wait</b> is entered in two batches. The first writes it down; the second looks into the log of events for those that
 * came while the first was under way. An event that is appended after the first was committed finds the wait by itself
 * ({@code WaitResumer}). So ingestion locks no execution, and no event is missed. A timeout looks there too: an event that came
 * before it wins.
 *
 * <p><b>Memberships</b> of segments are read from stored rows at the beginning of a batch. When an execution comes to a condition on
 * a segment after it, or another one of the batch, has changed the contact, the batch writes the changed contacts, reads the
 * memberships anew, and goes on, in the same transaction. It does not rest there: a node of the version before fails an execution
 * that rests at a condition.
 *
 * <p><b>Editing.</b> A change locks the workflow's row, reads the whole draft, makes another
 * {@link io.godwit.workflows.draft.WorkflowDraft} of it in memory and writes the difference, one statement for each kind of
 * change. Drafts may be incomplete. While the workflow is enabled, a valid draft becomes the next version in the same
 * transaction, with the triggers that events are looked up by; one with errors stays unpublished until an edit corrects it, and
 * the live version keeps running. Executions stay on the version they began with, so no edit can strand them, and no edit is
 * refused because of them.
 *
 * <p><b>Leftovers of edits</b> are deleted after some time: versions that were replaced before an execution began with them, and
 * events no execution can wait for any more ({@code VersionPruneStore}). A version that was run is kept for the history.
 *
 * <p><b>The configs of WEBHOOK steps</b> are encrypted in the tables ({@code ConfigEncryption}).
 *
 * <p><b>Deleting a step</b> also deletes the steps that only it leads to; a step that can be reached in another way stays, and
 * so does one that cannot be reached yet.
 *
 * <p><b>Usages.</b> A template, a segment or an event counts as used while it is in a draft, while it is in the live version of
 * an enabled workflow, and while an execution is active in a version that has it. A transaction that begins to use one locks its
 * row first.
 *
 * <p><b>Schedules.</b> The next time of a schedule is a row ({@code Scheduler}); a run enrols contacts in pages under a fence
 * ({@code ScheduleRunner}), each of which enrols and stores its position in one transaction.
 *
 * <p><b>Counts</b> of executions and of visits by result are kept by the database itself: triggers write one row a statement and
 * count, {@code ExecutionCounts} folds them and reads both. Ingestion, batches, schedules, cancellations and deletions all
 * change these rows; none of them can forget to count. It costs some 11 µs an execution of three steps; counting five million
 * visits for a request would cost a second.
 *
 * <p><b>A simulation</b> runs the same steps on a clock of its own and writes nothing ({@code Simulation}).
 */
@NullMarked
package io.godwit.workflows;

import org.jspecify.annotations.NullMarked;
