/**
 * What readers do with mail: opens and clicks.
 *
 * <p>{@link io.godwit.tracking.TrackingRewriter} puts a picture and links of ours into a mail while it is rendered. Both carry a signed
 * token, so nothing is stored for a link, and a link leads nowhere but to the address it was signed for. What comes in is first
 * a row ({@code HitWriter}), grouped while the last statement runs; then {@code HitProcessor} makes of many rows at once the counts on
 * the emails and the events {@code email.open} and {@code email.click}, in one transaction. A reader who clicks is led on even
 * while the database is away: the click is lost then, and said so in the log.
 *
 * <p>Machines fetch pictures and follow links too. What tells on itself by its name, or follows many links of a mail at once,
 * is recorded with its class and counted nowhere.
 */
@NullMarked
package io.godwit.tracking;

import org.jspecify.annotations.NullMarked;
