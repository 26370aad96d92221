package io.godwit.projects;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The {@code audit} table. */
final class AuditStore {

    /** One row of the {@code audit} table. */
    record Entry(
            UUID id,
            String action,
            Optional<UUID> userId,
            Optional<String> userEmail,
            String caller,
            Map<String, @Nullable Object> details,
            Instant createdAt) {}

    Future<Void> insert(SqlClient tx, Tenant tenant, Actor actor, String action, Map<String, String> details) {
        return tx.preparedQuery("""
                        INSERT INTO audit (project_id, id, action, user_id, user_email, caller, details)
                        VALUES ($1, $2, $3, $4, $5, $6, $7::text::jsonb)
                        """)
                .execute(Tuple.of(tenant.project().value(), Ids.next(), action)
                        .addValue(actor.user()
                                .map(SignedIn::user)
                                .map(user -> user.value())
                                .orElse(null))
                        .addValue(actor.user().map(user -> user.email().value()).orElse(null))
                        .addString(actor.caller().name())
                        .addString(Json.write(details)))
                .mapEmpty();
    }

    /** Reads a page of the log, newest first, older than {@code before}. */
    Future<List<Entry>> page(SqlClient db, Tenant tenant, AuditFilter filter, Optional<UUID> before, int limit) {
        var query = AuditQuery.before(tenant, filter, before);
        return db.preparedQuery("""
                        SELECT id, action, user_id, user_email, caller, details::text AS details, created_at
                          FROM audit
                         WHERE %s
                         ORDER BY id DESC
                         LIMIT %s
                        """.formatted(query.where(), query.parameter(limit)))
                .mapping(AuditStore::entry)
                .execute(query.parameters())
                .map(rows -> rows.stream().toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, AuditFilter filter) {
        var query = AuditQuery.of(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM audit WHERE " + query.where())
                .execute(query.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Entry entry(Row row) {
        return new Entry(
                row.getUUID("id"),
                row.getString("action"),
                Optional.ofNullable(row.getUUID("user_id")),
                Optional.ofNullable(row.getString("user_email")),
                row.getString("caller"),
                Json.readObject(row.getString("details")),
                row.getOffsetDateTime("created_at").toInstant());
    }
}
