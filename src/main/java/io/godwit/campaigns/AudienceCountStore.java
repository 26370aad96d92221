package io.godwit.campaigns;

import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Counts the contacts of a selection, for a preview before sending. */
final class AudienceCountStore {

    private static final String BOUNDED = """
            SELECT set_config('work_mem', '64MB', true), set_config('statement_timeout', '5s', true)
            """;

    /** Fails after five seconds. */
    Future<Long> count(SqlClient tx, Selection selection, boolean subscribedOnly) {
        var sql = "SELECT count(*) FROM " + selection.from() + " WHERE " + selection.where()
                + (subscribedOnly ? " AND c.subscribed" : "");
        return tx.query(BOUNDED)
                .execute()
                .compose(ignored -> tx.preparedQuery(sql).execute(Tuple.from(selection.parameters())))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
