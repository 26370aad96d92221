package io.godwit.system;

import io.godwit.system.SystemResponse.UnmatchedReplyResponse;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/** Reads the table {@code unmatched_replies}, which the nodes that send write. */
final class UnmatchedReplyQuery {

    private static final String NEWEST = """
            SELECT code, enhanced, reply, times, first_at, last_at FROM unmatched_replies ORDER BY last_at DESC, id LIMIT 100
            """;

    /** Completes with the newest kinds of replies, a hundred at most, the newest first. */
    Future<List<UnmatchedReplyResponse>> newest(SqlClient db) {
        return db.preparedQuery(NEWEST)
                .mapping(UnmatchedReplyQuery::reply)
                .execute()
                .map(rows -> rows.stream().toList());
    }

    private static UnmatchedReplyResponse reply(Row row) {
        return new UnmatchedReplyResponse(
                Optional.ofNullable(row.getInteger("code")),
                Optional.ofNullable(row.getString("enhanced")),
                row.getString("reply"),
                row.getLong("times"),
                row.getOffsetDateTime("first_at").toInstant(),
                row.getOffsetDateTime("last_at").toInstant());
    }
}
