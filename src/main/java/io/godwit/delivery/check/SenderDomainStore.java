package io.godwit.delivery.check;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads the verified domains of all projects. */
public final class SenderDomainStore {

    /** Leaves out the demo's domains, whose names exist nowhere. */
    private static final String LIST = """
            SELECT DISTINCT ON (domain) domain, selector, public_key
              FROM domains
             WHERE verified AND NOT trusted
             ORDER BY domain, verified_at DESC
             LIMIT $1
            """;

    public Future<List<SenderDomain>> list(SqlClient db, int max) {
        return db.preparedQuery(LIST)
                .mapping(row -> new SenderDomain(
                        row.getString(0),
                        Optional.of(row.getString(1)),
                        Optional.of(Base64.getEncoder()
                                .encodeToString(row.getBuffer(2).getBytes()))))
                .execute(Tuple.of(max))
                .map(rows -> rows.stream().toList());
    }
}
