package io.godwit.delivery.tls.report;

import io.godwit.core.Json;
import io.godwit.delivery.tls.AppliedPolicy;
import io.godwit.delivery.tls.TlsPolicyType;
import io.godwit.delivery.tls.TlsResult;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The table {@code tls_session_counts}. */
final class TlsSessionStore {

    /** Adds counts, in the order of the key so that two nodes cannot deadlock. */
    private static final String ADD = """
            INSERT INTO tls_session_counts AS counted (day, domain, policy_type, host, result, source, address, sessions, policy)
            SELECT day, domain, policy_type, host, result, source, address, sessions, policy::jsonb
              FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
                          $9::text[])
                   AS new (day, domain, policy_type, host, result, source, address, sessions, policy)
             ORDER BY day, domain, policy_type, host, result, source, address
            ON CONFLICT (day, domain, policy_type, host, result, source, address) DO UPDATE
               SET sessions = counted.sessions + excluded.sessions, policy = excluded.policy
            """;

    private static final String FIND = """
            SELECT day, domain, policy_type, host, result, source, address, sessions, policy
              FROM tls_session_counts
             WHERE day = $1 AND domain = $2
             ORDER BY policy_type, host, result, source, address
            """;

    Future<Void> add(SqlClient db, List<SessionCount> counts) {
        return db.preparedQuery(ADD)
                .execute(Tuple.of(
                        counts.stream().map(each -> each.key().day()).toArray(LocalDate[]::new),
                        texts(counts, each -> each.key().domain()),
                        texts(counts, each -> each.key().policyType()),
                        texts(counts, each -> each.key().host()),
                        texts(counts, each -> each.key().result().name()),
                        texts(counts, each -> each.key().source()),
                        texts(counts, each -> each.key().address()),
                        counts.stream().map(SessionCount::sessions).toArray(Long[]::new),
                        texts(counts, each -> json(each.policy()))))
                .mapEmpty();
    }

    private static String[] texts(List<SessionCount> counts, Function<SessionCount, String> value) {
        return counts.stream().map(value).toArray(String[]::new);
    }

    private static String json(AppliedPolicy policy) {
        return Json.write(Map.of("lines", policy.lines(), "mxHosts", policy.mxHosts()));
    }

    /** The counts of a domain's report. */
    Future<List<SessionCount>> find(SqlClient db, LocalDate day, String domain) {
        return db.preparedQuery(FIND)
                .mapping(TlsSessionStore::count)
                .execute(Tuple.of(day, domain))
                .map(rows -> rows.stream().toList());
    }

    private static SessionCount count(Row row) {
        var type = TlsPolicyType.of(row.getString("policy_type"));
        JsonObject policy = row.getJsonObject("policy");
        return new SessionCount(
                new SessionCount.Key(
                        row.getLocalDate("day"),
                        row.getString("domain"),
                        type.code(),
                        row.getString("host"),
                        TlsResult.valueOf(row.getString("result")),
                        row.getString("source"),
                        row.getString("address")),
                new AppliedPolicy(
                        type,
                        row.getString("domain"),
                        texts(policy.getJsonArray("lines")),
                        texts(policy.getJsonArray("mxHosts"))),
                row.getLong("sessions"));
    }

    private static List<String> texts(JsonArray array) {
        return array.stream().map(String.class::cast).toList();
    }
}
