package io.godwit.sending.suppression;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads and writes the {@code suppressions} table for its API. */
final class SuppressionStore {

    private static final String PAGE = """
            SELECT email, reason, evidence, email_id, created_at
              FROM suppressions
             WHERE project_id = $1 AND email > $2 AND ($3::text IS NULL OR reason = $3) AND strpos(email, $4) > 0
             ORDER BY email
             LIMIT $5
            """;

    private static final String COUNT = """
            SELECT count(*) FROM suppressions
             WHERE project_id = $1 AND ($2::text IS NULL OR reason = $2) AND strpos(email, $3) > 0
            """;

    private static final String FIND = """
            SELECT email, reason, evidence, email_id, created_at FROM suppressions WHERE project_id = $1 AND email = $2
            """;

    /** Adds addresses; existing entries are left unchanged. */
    private static final String ADD = """
            INSERT INTO suppressions (project_id, email, reason, evidence)
            SELECT DISTINCT ON (email) $1, email, reason, evidence
              FROM unnest($2::text[], $3::text[], $4::text[]) AS added (email, reason, evidence)
             ORDER BY email
                ON CONFLICT (project_id, email) DO NOTHING
            """;

    /**
     * The filter of a listing.
     *
     * @param search part of the address, in lower case; empty for all
     */
    record SuppressionFilter(Optional<Suppression.Reason> reason, String search) {

        boolean fits(Suppression found) {
            return found.email().value().contains(search)
                    && reason.map(found.reason()::equals).orElse(true);
        }
    }

    /** Lists suppressions in the order of the addresses, after {@code after}. */
    Future<List<Suppression>> page(SqlClient db, Tenant tenant, String after, SuppressionFilter filter, int limit) {
        return db.preparedQuery(PAGE)
                .execute(Tuple.of(tenant.project().value(), after)
                        .addString(filter.reason().map(Enum::name).orElse(null))
                        .addString(filter.search())
                        .addInteger(limit))
                .map(SuppressionStore::list);
    }

    Future<Long> count(SqlClient db, Tenant tenant, SuppressionFilter filter) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value())
                        .addString(filter.reason().map(Enum::name).orElse(null))
                        .addString(filter.search()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<Optional<Suppression>> find(SqlClient db, Tenant tenant, EmailAddress email) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .map(rows -> list(rows).stream().findFirst());
    }

    /** Completes with the number of addresses that were not on the list before. */
    Future<Integer> add(SqlClient tx, Tenant tenant, List<Suppression.Entry> entries) {
        return tx.preparedQuery(ADD)
                .execute(Tuple.of(tenant.project().value())
                        .addArrayOfString(entries.stream()
                                .map(entry -> entry.email().value())
                                .toArray(String[]::new))
                        .addArrayOfString(entries.stream()
                                .map(entry -> entry.reason().name())
                                .toArray(String[]::new))
                        .addArrayOfString(entries.stream()
                                .map(entry -> entry.evidence().orElse(null))
                                .toArray(String[]::new)))
                .map(rows -> rows.rowCount());
    }

    /** Completes with whether the address was on the list. */
    Future<Boolean> remove(SqlClient db, Tenant tenant, EmailAddress email) {
        return db.preparedQuery("DELETE FROM suppressions WHERE project_id = $1 AND email = $2")
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .map(rows -> rows.rowCount() == 1);
    }

    private static List<Suppression> list(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> new Suppression(
                        new EmailAddress(row.getString(0)),
                        Suppression.Reason.valueOf(row.getString(1)),
                        Optional.ofNullable(row.getString(2)),
                        Optional.ofNullable(row.getUUID(3)),
                        row.getOffsetDateTime(4).toInstant()))
                .toList();
    }
}
