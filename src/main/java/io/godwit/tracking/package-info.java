/**
 * Tracks opens and clicks of sent emails.
 *
 * <p>{@link io.godwit.tracking.TrackingRewriter} adds a picture and tracking links to an email while it is rendered. Both carry
 * a signed token, so nothing is stored for a link, and a link redirects only to the address it was signed for. A request is
 * first a row of {@code hits} ({@code HitWriter}), grouped while the last statement runs; then {@code HitProcessor} turns many
 * rows at once into the counts on the emails and the events {@code email.open} and {@code email.click}, in one transaction. A
 * picture is answered and a click is redirected even while the database is not available: the hit waits in memory then, and its row has
 * the time at which it came. A node that dies loses the hits in its memory; one that has too many drops the oldest.
 *
 * <p>Programs fetch pictures and follow links too. A hit of a client that is a program by its user agent, or that follows many
 * links of an email at once, is recorded with its class, counted apart from those of persons, and makes no event.
 */
@NullMarked
package io.godwit.tracking;

import org.jspecify.annotations.NullMarked;
