/**
 * The activity feed and the analytics. Reads tables of other features, and writes only its own counts.
 *
 * <p>All facts about emails are in the event log, whose ids grow with time. {@link io.godwit.reports.RollupWorker} counts facts
 * older than ten minutes into tables of quarters of an hour, providers, campaigns, templates, workflows, links and the audience, a
 * range of time in one transaction together with its progress ({@code email_count_progress}); a request adds those counts and the
 * facts of the few minutes behind, in one snapshot. So a request costs the same at a thousand events and at ten million, ingestion
 * pays nothing, and the sum is exact. A fact is counted at its own time: an open of today belongs to today, whenever its email was
 * sent. Counts stay when a contact is deleted. Opens and clicks of machines are facts of the {@code hits} table, at the time they
 * were evaluated, and are counted apart. Counts that a later version added are filled backwards, up to the first project's
 * beginning.
 *
 * <p>The feed merges its sources (events, emails that were not sent, executions, campaigns) by time, rank of the source and
 * id, and a cursor is such a position, so that equal times lose nothing. A query for all types scans the log from its end;
 * one for some types looks up each name, because rare events are far behind frequent ones.
 *
 * <p>Days and hours are computed by Java's rules of the zone, and passed to PostgreSQL as their starts.
 */
@NullMarked
package io.godwit.reports;

import org.jspecify.annotations.NullMarked;
