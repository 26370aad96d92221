package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The {@code templates} table. */
final class TemplateStore {

    private static final String COLUMNS = """
            id, name, description, subject, body, from_email, from_name, reply_to, type, created_at, updated_at
            """;

    private static final String INSERT = """
            INSERT INTO templates (project_id, id, name, description, subject, body, from_email, from_name, reply_to, type)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            RETURNING\s""" + COLUMNS;

    private static final String FIND = "SELECT " + COLUMNS + """
              FROM templates
             WHERE project_id = $1 AND id = $2
            """;

    Future<Template> insert(SqlClient db, Tenant tenant, TemplateId id, TemplateRequest request) {
        return db.preparedQuery(INSERT)
                .execute(Tuple.of(
                        tenant.project().value(),
                        id.value(),
                        request.name(),
                        request.description().orElse(null),
                        request.subject(),
                        request.body(),
                        request.from().map(EmailAddress::value).orElse(null),
                        request.fromName().orElse(null),
                        request.replyTo().map(EmailAddress::value).orElse(null),
                        request.type().name()))
                .map(rows -> template(rows.iterator().next()));
    }

    Future<Optional<Template>> find(SqlClient db, Tenant tenant, TemplateId id) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(TemplateStore::first);
    }

    private static Optional<Template> first(RowSet<Row> rows) {
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(template(rows.iterator().next()));
    }

    private static Template template(Row row) {
        return new Template(
                new TemplateId(row.getUUID("id")),
                row.getString("name"),
                Optional.ofNullable(row.getString("description")),
                row.getString("subject"),
                row.getString("body"),
                Optional.ofNullable(row.getString("from_email")),
                Optional.ofNullable(row.getString("from_name")),
                Optional.ofNullable(row.getString("reply_to")),
                TemplateType.valueOf(row.getString("type")),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }
}
