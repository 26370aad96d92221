/**
 * The activity feed and the analytics. Reads what others wrote, and writes nothing but its own counts.
 *
 * <p>Everything about mail is told by the event log, whose ids grow with time. {@link io.godwit.reports.RollupWorker} counts what
 * is older than ten minutes into tables of quarters of an hour, providers, campaigns and links, a stretch of time in one
 * transaction with the mark of how far it has come; a request adds those counts and the few minutes behind the mark, in one
 * snapshot. So it costs the same at a thousand events and at ten million, ingestion pays nothing, and the sum is exact. Mail is
 * counted where it happened: an open of today belongs to today, whenever its mail was sent. What was counted stays counted
 * when a contact is deleted.
 *
 * <p>The feed merges its sources (events, mail that was not sent, executions, campaigns) by time, rank of the source and id,
 * and a cursor is such a position, so that equal times lose nothing. All types together are a walk through the log from its end;
 * some of them are looked up name by name, because what is rare lies far behind what is frequent.
 *
 * <p>Days and hours are cut by Java's rules of the zone, and PostgreSQL is told where each begins.
 */
@NullMarked
package io.godwit.reports;

import org.jspecify.annotations.NullMarked;
