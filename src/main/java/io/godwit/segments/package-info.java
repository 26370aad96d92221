/**
 * Segments: the filter language, the members of segments, and the events of contacts that enter and leave.
 *
 * <p>A {@link io.godwit.segments.filter.Filter} is read from either spelling of the API, checked as a whole, and compiled to SQL
 * in which everything a caller wrote is a parameter. Each field defines its own meaning, so one file contains all about one kind
 * of condition.
 *
 * <p>Conditions on other tables (events, emails, other segments) join each name once, as the time it last happened; all operators
 * are comparisons of that time. A condition that every contact has to meet asks instead whether there is such an event: a pass over
 * all contacts joins sets, whose hashes may spill to disk; a query for a few contacts looks up each of them.
 *
 * <p>Statements of filters are planned for their values each time, which takes about a millisecond: how many contacts a value or an
 * event has decides between an index and a pass over everything, 8 against 300 ms for an event of a hundred among a million contacts
 * (2026-11-24).
 *
 * <p>Membership of tracked segments is a table that a computation brings up to date: one statement finds the differences, pages
 * of some thousand write them with their events. The table decides whether a contact enters, so a computation that is repeated,
 * resumed or run twice appends one event for each change.
 */
@NullMarked
package io.godwit.segments;

import org.jspecify.annotations.NullMarked;
