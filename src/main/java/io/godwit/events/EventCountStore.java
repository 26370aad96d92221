package io.godwit.events;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** The {@code event_daily_counts} and {@code event_count_progress} tables: the daily counts of events. */
final class EventCountStore {

    /** The number of one event. */
    record Count(String name, long count) {}

    /** A day of a project that is to be counted. */
    record Due(ProjectId project, LocalDate day) {}

    private static final String ROLLED_UNTIL = """
            SELECT coalesce((SELECT counted_until FROM event_count_progress WHERE project_id = $1), DATE '1970-01-01')
            """;

    /**
     * Adds daily counts and the counts of the log, one range at a time: joined, the planner expects a ninth of the log and
     * reads all of it.
     */
    private static final String COUNTS = """
            SELECT name, sum(count)::bigint AS count
              FROM (SELECT name, sum(count) AS count
                      FROM event_daily_counts
                     WHERE project_id = $1 AND day >= $2 AND day < $3 %1$s
                     GROUP BY name
                     UNION ALL
                    SELECT counted.name, counted.count
                      FROM unnest($4::uuid[], $5::uuid[]) AS part (low, high)
                     CROSS JOIN LATERAL (SELECT name, count(*) AS count
                                           FROM events
                                          WHERE project_id = $1 AND id >= part.low AND id < part.high %1$s
                                          GROUP BY name
                                         OFFSET 0) AS counted) AS parts
             GROUP BY name
            HAVING sum(count) > 0
             ORDER BY 2 DESC, 1
            """;

    private static final String COUNTS_OF_ALL = COUNTS.formatted("");
    private static final String COUNTS_OF_ONE = COUNTS.formatted("AND name = $6");

    /**
     * Counts contacts of the newest events only: half a second of work at most, where all of ten million take half a
     * minute.
     */
    private static final String CONTACTS = """
            SELECT count(DISTINCT contact_id)
              FROM (SELECT contact_id FROM events WHERE project_id = $1 AND name = $2 ORDER BY id DESC LIMIT 100000) AS newest
            """;

    /** Locks projects so that a deletion and the count of a day never overlap. In one order for all transactions. */
    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.events.days ' || id::text, 0))
              FROM (SELECT id FROM unnest($1::uuid[]) AS project (id) ORDER BY id) AS sorted
            """;

    private static final String CLAIM = """
            SELECT pg_try_advisory_xact_lock(hashtextextended('godwit.events.rollup', 0))
            """;

    /**
     * Finds days to count, from ten minutes after their end on: then no transaction that began in the day is open any more.
     */
    private static final String DUE = """
            SELECT projects.id, coalesce(counted_until, (projects.created_at AT TIME ZONE 'UTC')::date)
              FROM (SELECT ((now() - INTERVAL '10 minutes') AT TIME ZONE 'UTC')::date AS today) AS clock
             CROSS JOIN projects
              LEFT JOIN event_count_progress ON project_id = projects.id
             WHERE coalesce(counted_until, (projects.created_at AT TIME ZONE 'UTC')::date) < today
             ORDER BY projects.id
             LIMIT 100
            """;

    private static final String ROLL_UP = """
            INSERT INTO event_daily_counts (project_id, name, day, count)
            SELECT due.project_id, events.name, due.day, count(*)
              FROM unnest($1::uuid[], $2::date[], $3::uuid[], $4::uuid[]) AS due (project_id, day, low, high)
              JOIN events ON events.project_id = due.project_id AND events.id >= due.low AND events.id < due.high
             GROUP BY due.project_id, events.name, due.day
                ON CONFLICT (project_id, name, day) DO UPDATE SET count = excluded.count
            """;

    private static final String ROLLED = """
            INSERT INTO event_count_progress (project_id, counted_until)
            SELECT project_id, day + 1 FROM unnest($1::uuid[], $2::date[]) AS rolled (project_id, day)
                ON CONFLICT (project_id) DO UPDATE SET counted_until = excluded.counted_until
            """;

    /** The first day without daily counts. */
    Future<LocalDate> rolledUntil(SqlClient db, Tenant tenant) {
        return db.preparedQuery(ROLLED_UNTIL)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getLocalDate(0));
    }

    /** Counts events, most frequent first; with {@code name} this event alone. */
    Future<List<Count>> counts(SqlClient db, Tenant tenant, CountedRange.Parts parts, Optional<String> name) {
        var parameters = Tuple.of(
                tenant.project().value(),
                parts.firstDay(),
                parts.endDay(),
                every(parts.log(), 0),
                every(parts.log(), 1));
        name.ifPresent(parameters::addString);
        return db.preparedQuery(name.isPresent() ? COUNTS_OF_ONE : COUNTS_OF_ALL)
                .mapping(row -> new Count(row.getString(0), row.getLong(1)))
                .execute(parameters)
                .map(rows -> rows.stream().toList());
    }

    private static UUID[] every(List<UUID> bounds, int remainder) {
        return IntStream.range(0, bounds.size())
                .filter(at -> at % 2 == remainder)
                .mapToObj(bounds::get)
                .toArray(UUID[]::new);
    }

    /** The number of contacts of the newest 100,000 events of this name. */
    Future<Long> contacts(SqlClient db, Tenant tenant, String name) {
        return db.preparedQuery(CONTACTS)
                .execute(Tuple.of(tenant.project().value(), name))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Locks projects until the transaction ends, so that no other one counts their days or deletes their events. */
    Future<Void> lock(SqlClient tx, List<ProjectId> projects) {
        return tx.preparedQuery(LOCK).execute(Tuple.of((Object) ids(projects))).mapEmpty();
    }

    private static UUID[] ids(List<ProjectId> projects) {
        return projects.stream().map(ProjectId::value).toArray(UUID[]::new);
    }

    /** Claims the counting; false while another node is counting. */
    Future<Boolean> claim(SqlClient tx) {
        return tx.query(CLAIM).execute().map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Finds some projects with a day that is over and not counted, each with the first such day. */
    Future<List<Due>> due(SqlClient tx) {
        return tx.query(DUE)
                .mapping(row -> new Due(new ProjectId(row.getUUID(0)), row.getLocalDate(1)))
                .execute()
                .map(rows -> rows.stream().toList());
    }

    Future<Void> rollUp(SqlClient tx, List<Due> due) {
        var projects = ids(due.stream().map(Due::project).toList());
        var days = due.stream().map(Due::day).toArray(LocalDate[]::new);
        var low = due.stream().map(one -> CountedRange.firstId(one.day())).toArray(UUID[]::new);
        var high = due.stream()
                .map(one -> CountedRange.firstId(one.day().plusDays(1)))
                .toArray(UUID[]::new);
        return tx.preparedQuery(ROLL_UP)
                .execute(Tuple.of(projects, days, low, high))
                .compose(ignored -> tx.preparedQuery(ROLLED).execute(Tuple.of(projects, (Object) days)))
                .mapEmpty();
    }
}
