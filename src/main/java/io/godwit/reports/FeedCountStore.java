package io.godwit.reports;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts entries of the feed that have no stored counts. */
final class FeedCountStore {

    private static final String LOG = """
            SELECT count(*) FROM events WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) %s AND %s
            """;

    /**
     * Counts by the index alone, because a campaign may suppress a million emails, and subtracts test emails, of which
     * there are few.
     */
    private static final String NOT_SENT = """
            (SELECT count(*) FROM emails WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) AND %1$s)
            - (SELECT count(*) FROM emails WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) AND %1$s AND test)
            """;

    private static final String NOT_SENT_TO_CONTACT = """
            (SELECT count(*)
               FROM emails
              WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) AND contact_id = $4 AND %s AND NOT test)
            """;

    private static final String RUNS = """
            SELECT (SELECT count(*) FROM executions WHERE $4 AND project_id = $1
                        AND id >= uuid_v7_floor($2) AND id < uuid_v7_floor($3) %1$s)
                 + (SELECT count(*) FROM executions WHERE $5 AND project_id = $1 AND completed_at >= $2 AND completed_at < $3 %1$s)
            """;

    private static final String SENT = """
            SELECT count(*) FROM campaigns WHERE project_id = $1 AND status = 'SENT' AND ended_at >= $2 AND ended_at < $3
            """;

    /** Counts events row by row: for short times and for single contacts. */
    Future<Long> events(SqlClient db, FeedQuery query, Instant to) {
        var sql = LOG.formatted(contact(query, 4), ActivityType.condition(query.types()));
        return count(db, sql, withContact(span(query, to), query));
    }

    Future<Long> unsent(SqlClient db, FeedQuery query, Instant to) {
        var ofContact = query.contact().isPresent();
        var parts = UnsentKind.of(query.types()).stream()
                .map(kind -> ofContact
                        ? NOT_SENT_TO_CONTACT.formatted(kind.condition())
                        : NOT_SENT.formatted(kind.counted()))
                .collect(Collectors.joining(" + "));
        return parts.isEmpty()
                ? Future.succeededFuture(0L)
                : count(db, "SELECT " + parts, withContact(span(query, to), query));
    }

    Future<Long> executions(SqlClient db, FeedQuery query, Instant to) {
        var parameters = flags(span(query, to), query, ActivityType.WORKFLOW_STARTED, ActivityType.WORKFLOW_COMPLETED);
        return count(db, RUNS.formatted(contact(query, 6)), withContact(parameters, query));
    }

    Future<Long> campaigns(SqlClient db, FeedQuery query, Instant to) {
        return count(db, SENT, span(query, to));
    }

    private static String contact(FeedQuery query, int parameter) {
        return query.contact().isPresent() ? "AND contact_id = $" + parameter : "";
    }

    private static Tuple span(FeedQuery query, Instant to) {
        return Tuple.of(query.tenant().project().value(), AnalyticsStore.time(query.from()), AnalyticsStore.time(to));
    }

    private static Tuple flags(Tuple parameters, FeedQuery query, ActivityType one, ActivityType other) {
        Set<ActivityType> types = query.types();
        return parameters.addBoolean(types.contains(one)).addBoolean(types.contains(other));
    }

    private static Tuple withContact(Tuple parameters, FeedQuery query) {
        query.contact().ifPresent(parameters::addUUID);
        return parameters;
    }

    private static Future<Long> count(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql)
                .execute(parameters)
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
