/**
 * Contacts and their custom fields. The merge rules of {@code data} stand here once, for every writer:
 * {@link io.godwit.contacts.DataChange} sorts the values of a request, {@link io.godwit.contacts.DataPatch} changes the stored
 * values, {@link io.godwit.contacts.Contact} applies both to one contact.
 *
 * <p>Merging happens in Java under a row lock and not in SQL, because a batch holds many changes of one contact: each must see
 * the one before (a subscription that flips twice makes two events), and only the last is written. What PostgreSQL could refuse
 * (NUL, half surrogates, numbers out of range, 64 KB, 10 levels) is refused while the request is read: a statement that fails
 * fails every caller in the batch.
 *
 * <p>{@link io.godwit.contacts.ContactBatchWriter} takes arrays, never rows: one statement for any number of contacts. The
 * effects of a change beside the row (the event of a flip, the type of a new field, counts) are collected by
 * {@link io.godwit.contacts.ContactChangeEffects}, so that no writer can forget them: the ingest batcher and
 * {@link io.godwit.contacts.ContactWriter}, which all others use, write them before they commit.
 *
 * <p><b>Nothing is counted for a request.</b> A transaction appends its count deltas, one row a project;
 * {@link io.godwit.contacts.ContactCounts} folds these rows in the background and reads both together. Lists scan an index
 * that contains the address and stop when the page is full; {@link io.godwit.contacts.search} has what a search reads.
 *
 * <p>Many at once: {@link io.godwit.contacts.bulk.ContactJobs} holds imports and bulk operations, whose chunks are one set-based
 * write each with the checkpoint in the same transaction, and the export, which holds one page at a time. An imported cell is
 * kept as it is written; the export escapes formulas, because only there a spreadsheet reads the cell.
 *
 * <p><b>An opt-out is kept.</b> {@link io.godwit.contacts.OptOut} is the origin of a contact's opt-out,
 * {@link io.godwit.contacts.SubscriptionAuthority} decides which request may override it: a file overrides none, an operation on
 * many only those of the project itself, a request about one contact all but an erased one, the contact itself and a stated proof
 * (with a row in the audit log) all. A deleted contact that had opted out leaves a keyed hash of its address ({@code opt_outs}),
 * and so does one that gets another address, or that opts out later by an email to its former one; every statement that inserts a
 * contact looks it up, and every change of an address.
 */
@NullMarked
package io.godwit.contacts;

import org.jspecify.annotations.NullMarked;
