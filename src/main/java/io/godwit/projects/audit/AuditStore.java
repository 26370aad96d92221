package io.godwit.projects.audit;

import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.ListQuery;
import io.godwit.web.Query;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.lists.QueryDateReader;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
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
            Tenant.Caller caller,
            Map<String, @Nullable Object> details,
            Instant createdAt) {}

    /**
     * The filter of a listing of the audit log.
     *
     * @param actor the address of a user in lower case, or the kind of caller where no user acted, such as {@code SECRET_KEY}
     * @param action such as {@code key.created}
     * @param target part of a detail, such as the address of a member or the label of a key
     * @param since the lowest id of the period
     * @param until the first id after the period
     */
    record AuditFilter(
            Optional<String> actor,
            Optional<String> action,
            Optional<String> target,
            Optional<UUID> since,
            Optional<UUID> until) {

        /** Max characters of an address (RFC 5321 §4.5.3.1.3), and of the other texts. */
        private static final int MAX_LENGTH = 254;

        static AuditFilter read(Query query) {
            var from = QueryDateReader.read(query, "startDate", ZoneOffset.UTC, 0);
            var to = QueryDateReader.read(query, "endDate", ZoneOffset.UTC, 1);
            if (from.isPresent() && to.filter(from.get()::isAfter).isPresent()) {
                throw Failure.invalid("endDate", "custom", "Must not be before startDate");
            }
            return new AuditFilter(
                    text(query, "actor").map(AuditFilter::actor),
                    text(query, "action"),
                    text(query, "target"),
                    from.map(Ids::first),
                    to.map(Ids::first));
        }

        private static Optional<String> text(Query query, String name) {
            var text = query.text(name).filter(given -> !given.isEmpty());
            if (text.filter(given -> given.length() > MAX_LENGTH).isPresent()) {
                throw Failure.invalid(name, "too_big", "At most " + MAX_LENGTH + " characters");
            }
            return text;
        }

        private static String actor(String text) {
            return text.contains("@") ? text.toLowerCase(Locale.ROOT) : text.toUpperCase(Locale.ROOT);
        }
    }

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
        var query = before(tenant, filter, before);
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
        var query = query(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM audit WHERE " + query.where())
                .execute(query.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** The ids are ordered by time. */
    private static ListQuery query(Tenant tenant, AuditFilter filter) {
        var query = new ListQuery(tenant.project(), "id", true);
        filter.actor().ifPresent(actor -> query.and("coalesce(user_email, caller) = " + query.parameter(actor)));
        filter.action().ifPresent(action -> query.and("action = " + query.parameter(action)));
        filter.since().ifPresent(since -> query.and("id >= " + query.parameter(since)));
        filter.until().ifPresent(until -> query.and("id < " + query.parameter(until)));
        filter.target().ifPresent(text -> query.and("""
                EXISTS (SELECT FROM jsonb_each_text(details) AS detail
                         WHERE strpos(lower(detail.value), lower(%s::text)) > 0)""".formatted(query.parameter(text))));
        return query;
    }

    /** Restricts the list to the entries older than one. */
    private static ListQuery before(Tenant tenant, AuditFilter filter, Optional<UUID> last) {
        var query = query(tenant, filter);
        last.ifPresent(id -> query.and("id < " + query.parameter(id)));
        return query;
    }

    private static Entry entry(Row row) {
        return new Entry(
                row.getUUID("id"),
                row.getString("action"),
                Optional.ofNullable(row.getUUID("user_id")),
                Optional.ofNullable(row.getString("user_email")),
                Tenant.Caller.valueOf(row.getString("caller")),
                Json.readObject(row.getString("details")),
                row.getOffsetDateTime("created_at").toInstant());
    }
}
