/**
 * The event log: one row for every event of a contact. Rows are appended in batches, in the transaction of their cause, and
 * never changed.
 *
 * <p>The log is the largest table, so it is partitioned by month ({@link io.godwit.events.PartitionMaintainer}). The
 * partition key is the id, whose first 48 bits are its time of creation (UUIDv7), because a primary key must contain the
 * partition key and the id is already in it; a look-up by id touches one month.
 *
 * <p>No request counts the whole log: {@link io.godwit.events.DailyEventCounter} counts each day once it is over, and a
 * query adds those days to the count of the log since. Appends pay nothing for it, unlike for a counter updated by each of
 * them; only a deletion has to subtract from the counts, and a lock of the project keeps it and the count of a day apart.
 */
@NullMarked
package io.godwit.events;

import org.jspecify.annotations.NullMarked;
