/**
 * The reputation of projects: rates of bounces and complaints, warnings and suspensions.
 *
 * <p>Rates are computed over sent emails, from the counts of reports and the events not yet counted. An email that was
 * never handed over does not count; an email refused by the receiving server counts as sent and bounced. A few emails give
 * no level: a rate counts from a hundred emails and some bounces on, and only a project in its first thirty days is
 * measured by absolute numbers.
 *
 * <p>The statement that appends a bounce or a complaint inserts a row into {@code reputation_pending}; a loop evaluates the
 * projects in it. A bad rate leads to a warning by email first, then, where the setting allows it, to a suspension with its
 * evidence in the history. The same bounces do not lead to another suspension: the rate of all times counts only with new
 * bounces. A suspension ends automatically when it has lasted for the configured time and the week's rates are good again,
 * and the owners can appeal before.
 */
@NullMarked
package io.godwit.reputation;

import org.jspecify.annotations.NullMarked;
