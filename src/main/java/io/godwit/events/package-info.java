/**
 * The event log: one row for every named thing that happened to a contact. Rows are appended by the array, in the
 * transaction of what caused them, and never changed.
 *
 * <p>The log is the largest table, so it is cut into months ({@link io.godwit.events.PartitionMaintainer}). It is cut by the id, whose
 * first 48 bits are the time it was made (UUIDv7), because a primary key must hold the partition key and the id is already in
 * it; a look-up by id touches one month.
 *
 * <p>Nobody counts the log for a request: {@link io.godwit.events.DailyEventCounter} counts each day once it is over, and a question
 * adds those days to what the log holds since. It costs appends nothing, unlike a counter beside them; only a deletion has to
 * count back, and it and the count of a day take turns by a lock of the project.
 */
@NullMarked
package io.godwit.events;

import org.jspecify.annotations.NullMarked;
