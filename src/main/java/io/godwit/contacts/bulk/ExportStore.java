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
import java.util.Optional;
import java.util.UUID;

/** Reads the contacts of a project page by page, the oldest first. */
final class ExportStore {

    private static final String PAGE = """
            SELECT id, email, subscribed, data::text AS data, created_at, updated_at
              FROM contacts
             WHERE project_id = $1
               AND ($2::uuid IS NULL OR id > $2)
               AND ($3::text IS NULL OR strpos(email, lower($3)) > 0)
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

    /** The filter of an export. */
    record ExportFilter(Optional<String> search, Optional<Boolean> subscribed) {}

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

    /** Every field ever seen, nested ones by their path. */
    Future<List<String>> fields(SqlClient db, Tenant tenant) {
        return db.preparedQuery(FIELDS)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().map(row -> row.getString("name")).toList());
    }
}
