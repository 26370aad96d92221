package io.godwit.reports;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Set;

/** Counts things of the feed that are not told by kept counts. */
final class FeedCountStore {

    private static final String LOG = """
            SELECT count(*) FROM events WHERE project_id = $1 AND id >= first_id($2) AND id < first_id($3) %s AND %s
            """;

    private static final String NOT_SENT = """
            SELECT count(*)
              FROM emails
             WHERE project_id = $1 AND id >= first_id($2) AND id < first_id($3) %s AND error IS NOT NULL
               AND (status = 'FAILED' AND $4 OR status = 'SUPPRESSED' AND $5) AND NOT test
            """;

    private static final String RUNS = """
            SELECT (SELECT count(*) FROM executions WHERE $4 AND project_id = $1
                        AND id >= first_id($2) AND id < first_id($3) %1$s)
                 + (SELECT count(*) FROM executions WHERE $5 AND project_id = $1 AND completed_at >= $2 AND completed_at < $3 %1$s)
            """;

    private static final String SENT = """
            SELECT count(*) FROM campaigns WHERE project_id = $1 AND status = 'SENT' AND ended_at >= $2 AND ended_at < $3
            """;

    /** Those told by events, each looked at: for short times and for single contacts. */
    Future<Long> events(SqlClient db, FeedQuery query, Instant to) {
        var sql = LOG.formatted(contact(query, 4), ActivityType.condition(query.types()));
        return count(db, sql, withContact(span(query, to), query));
    }

    Future<Long> unsent(SqlClient db, FeedQuery query, Instant to) {
        var parameters = flags(span(query, to), query, ActivityType.EMAIL_FAILED, ActivityType.EMAIL_SUPPRESSED);
        return count(db, NOT_SENT.formatted(contact(query, 6)), withContact(parameters, query));
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
