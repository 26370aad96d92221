/**
 * Limits of the emails projects may send in a month, their counters, and billing by Stripe.
 *
 * <p><b>Limits</b> are counted in the transaction that accepts the emails, so a limit of a hundred accepts exactly a
 * hundred under any concurrency. The accepting transaction reads an {@link io.godwit.billing.RemainingQuota} and decides
 * with it; the counter is locked only by its last statement, so a transaction that holds the lock waits for nothing but the
 * disk, and the counter takes part in no deadlock. When another transaction was quicker, that statement fails like a
 * serialization conflict and the work is repeated, with less left. Only projects with a limit share a counter; for the
 * others each transaction inserts a row of deltas, which are folded later. Caps change under an advisory lock that
 * acceptance shares, so the usage is exact at the moment a first cap is set.
 *
 * <p><b>Stripe</b> is called through {@code stripe_tasks}: tasks that are inserted in the transaction they follow from,
 * and carried out by any node that claims them, with retries until Stripe has accepted them or refuses them for good. Their ids
 * are sent along, as identifiers of meter events and as idempotency keys, so that a task takes effect once even if the node
 * crashes before it marks the task as done. An event of Stripe is stored first ({@code stripe_events}, one row for each event however often
 * it arrives) and processed afterwards; events may arrive in any order, so each carries its time, and an older event about
 * payments is ignored.
 *
 * <p>Without Stripe keys nothing of this runs: {@link io.godwit.billing.Quota#NONE} reads no table.
 */
@NullMarked
package io.godwit.billing;

import org.jspecify.annotations.NullMarked;
