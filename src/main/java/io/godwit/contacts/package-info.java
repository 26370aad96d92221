/**
 * Contacts and their custom fields. The merge rules of {@code data} stand here once, for every way in:
 * {@link io.godwit.contacts.DataChange} sorts what a request says, {@link io.godwit.contacts.DataPatch} says what becomes of
 * what is stored, {@link io.godwit.contacts.Contact} applies both to one contact.
 *
 * <p>Merging happens in Java under a row lock and not in SQL, because a batch holds many changes of one contact: each must
 * see the one before (a subscription that flips twice makes two events), and only the last is written. What PostgreSQL
 * could refuse (NUL, half surrogates, numbers out of range, 64 KB, 10 levels) is refused while the request is read: a
 * statement that fails costs everybody in the batch.
 *
 * <p>{@link io.godwit.contacts.ContactBatchWriter} takes arrays, never rows: one statement for any number of contacts. What a change
 * entails beside the row (the event of a flip, the type of a new field, counts) is collected by {@link
 * io.godwit.contacts.ContactChangeEffects}, so that no way in can forget it: the batcher and {@link
 * io.godwit.contacts.ContactWriter}, which is every other way, hand it on before they commit.
 *
 * <p><b>Nothing is counted for a request.</b> A transaction appends what it adds to the counts, one row a project; {@link
 * io.godwit.contacts.ContactCounts} folds these rows in the background and reads both together. Lists and searches walk an
 * index that holds the address and stop when the page is full; only a search that finds little walks over all contacts.
 *
 * <p>Many at once: {@link io.godwit.contacts.bulk.ContactJobs} holds imports and bulk operations, whose chunks are one set-based
 * write each with the checkpoint in the same transaction, and the export, which holds one page at a time. An imported cell is
 * kept as it is written; it is the export that takes the sting out of formulas, because only there a spreadsheet reads it.
 *
 * <p><b>A no stays a no.</b> {@link io.godwit.contacts.OptOut} says on whose word a contact is unsubscribed, {@link
 * io.godwit.contacts.SubscriptionAuthority} which wish may override it: a file overrides none, an operation on many only what the project itself
 * switched off, a request about one contact all but an erased one, the contact itself and a stated proof (with a line in the audit
 * log) all. Of a deleted contact that had said no, a keyed hash of the address is left ({@code opt_outs}), which every way of creating
 * a contact looks at in the statement that inserts it.
 */
@NullMarked
package io.godwit.contacts;

import org.jspecify.annotations.NullMarked;
