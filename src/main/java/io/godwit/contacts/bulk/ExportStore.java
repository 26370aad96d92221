package io.godwit.contacts.bulk;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads the contacts of a project page by page, the oldest first. */
final class ExportStore {

    private static final String PAGE = """
            SELECT id, email, subscribed, data::text AS data, created_at, updated_at
              FROM contacts
             WHERE project_id = $1
               AND ($2::uuid IS NULL OR id > $2)
               AND ($3::text IS NULL OR strpos(email, $3) > 0)
               AND ($4::boolean IS NULL OR subscribed = $4)
             ORDER BY id
             LIMIT $5
            """;

    private static final String ROWS = """
            SELECT id, email, subscribed, data::text AS data, created_at, updated_at
              FROM contacts
             WHERE project_id = $1 AND id = ANY ($2::uuid[])
             ORDER BY id
            """;

    private static final String FIELDS = """
            SELECT name FROM fields WHERE project_id = $1 ORDER BY name
            """;

    /** The table is read once, because no index has the keys. */
    private static final String KEYS = """
            SELECT DISTINCT name
              FROM contacts, unnest($2::text[]) AS name
             WHERE project_id = $1 AND data ?| $2::text[] AND data ? name
            """;

    /**
     * The filter of an export.
     *
     * @param search part of an address, brought to lower case as addresses are
     */
    record ExportFilter(Optional<String> search, Optional<Boolean> subscribed) {

        ExportFilter {
            search = search.map(text -> text.toLowerCase(Locale.ROOT));
        }
    }

    /** A row of the {@code contacts} table; {@code data} is JSON. */
    record ExportRow(
            ContactId id, String email, boolean subscribed, String data, Instant createdAt, Instant updatedAt) {}

    Future<List<ExportRow>> page(
            SqlClient db, Tenant tenant, Optional<ContactId> after, ExportFilter filter, int size) {
        var tuple = Tuple.tuple()
                .addUUID(tenant.project().value())
                .addUUID(after.map(ContactId::value).orElse(null))
                .addString(filter.search().orElse(null))
                .addBoolean(filter.subscribed().orElse(null))
                .addInteger(size);
        return db.preparedQuery(PAGE).mapping(ExportStore::line).execute(tuple).map(rows -> rows.stream()
                .toList());
    }

    /** Reads these contacts, the oldest first; those deleted meanwhile are left out. */
    Future<List<ExportRow>> rows(SqlClient db, Tenant tenant, List<ContactId> ids) {
        var values = ids.stream().map(ContactId::value).toArray(UUID[]::new);
        return db.preparedQuery(ROWS)
                .mapping(ExportStore::line)
                .execute(Tuple.of(tenant.project().value(), (Object) values))
                .map(rows -> rows.stream().toList());
    }

    private static ExportRow line(Row row) {
        return new ExportRow(
                new ContactId(row.getUUID("id")),
                row.getString("email"),
                row.getBoolean("subscribed"),
                row.getString("data"),
                row.get(OffsetDateTime.class, "created_at").toInstant(),
                row.get(OffsetDateTime.class, "updated_at").toInstant());
    }

    /**
     * Reads the names that may be keys of data: of the fields ever seen, those inside another field, by their path, are left out,
     * because they stand in that one's value; but not one that a contact has as a key of its own, with the dots.
     */
    Future<List<String>> keys(SqlClient db, Tenant tenant) {
        return db.preparedQuery(FIELDS)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().map(row -> row.getString("name")).toList())
                .compose(names -> {
                    var all = Set.copyOf(names);
                    var nested =
                            names.stream().filter(name -> isInside(name, all)).collect(Collectors.toSet());
                    return written(db, tenant, nested).map(keys -> names.stream()
                            .filter(name -> !nested.contains(name) || keys.contains(name))
                            .toList());
                });
    }

    private static boolean isInside(String name, Set<String> names) {
        for (var dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            if (names.contains(name.substring(0, dot))) {
                return true;
            }
        }
        return false;
    }

    /** Reads those of the names that are keys of a contact's data. */
    private static Future<Set<String>> written(SqlClient db, Tenant tenant, Set<String> names) {
        return names.isEmpty()
                ? Future.succeededFuture(Set.of())
                : db.preparedQuery(KEYS)
                        .execute(Tuple.of(tenant.project().value(), (Object) names.toArray(String[]::new)))
                        .map(rows ->
                                rows.stream().map(row -> row.getString("name")).collect(Collectors.toSet()));
    }
}
