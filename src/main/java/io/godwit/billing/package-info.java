/**
 * What projects may send in a month, and what it costs: limits, counters, and Stripe.
 *
 * <p><b>Limits</b> are counted where mail is accepted, in that very transaction, so a limit of a hundred accepts a hundred
 * whatever comes at once. Whoever accepts asks for an {@link io.godwit.billing.RemainingQuota} and decides with it; the counter is
 * locked only by the last statement, so nobody who holds it waits for anything but the disk, and no deadlock can pass through
 * it. When another transaction was quicker, that statement fails as a clash does and the work is begun anew, with less left.
 * Only projects with a limit share a counter; of the others each transaction leaves a row of its own, which are folded later.
 * Caps change under an advisory lock that acceptance shares, so the usage is exact at the moment a first cap is set.
 *
 * <p><b>Stripe</b> is told through {@code stripe_errands}: rows that are written with what they follow from, and carried out
 * by whichever node claims them, again and again until Stripe has taken them. Their ids go along, as identifiers of meter
 * events and as idempotency keys, so that an errand that was carried out by a node that died before it could say so has
 * happened once. What Stripe tells us is a row first ({@code stripe_events}, one for each event however often it comes) and is
 * processed then; events may come in any order, so each says how old it is, and older news about payments is no news.
 *
 * <p>Without keys of Stripe there is none of this: {@link io.godwit.billing.Quota#NONE} asks no table.
 */
@NullMarked
package io.godwit.billing;

import org.jspecify.annotations.NullMarked;
