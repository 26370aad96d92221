/**
 * Segments: the filter language, who is in a segment, and the news of those who come and go.
 *
 * <p>A {@link io.godwit.segments.filter.Filter} is read from either spelling of the API, checked as a whole, and compiled to SQL in
 * which everything a caller wrote is a parameter. Each field answers for itself what it means, so one file tells all about
 * one kind of condition.
 *
 * <p>What needs other tables (events, mail, other segments) is joined once for each name, as the time it last happened; all
 * operators are comparisons of that time. A pass over all contacts joins sets, whose hashes may spill to disk; a look at a
 * few contacts asks for each of them. Both share everything else, so they cannot disagree.
 *
 * <p>Membership of tracked segments is a table that a computation brings up to date: one statement finds the differences,
 * pages of some thousand write them with their events. The table decides who enters, so a computation that is repeated,
 * resumed or run twice tells each change once.
 */
@NullMarked
package io.godwit.segments;

import org.jspecify.annotations.NullMarked;
