package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.TemplateId;
import io.godwit.db.ListQuery;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.ListView;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** SQL of the {@code templates} table. */
final class TemplateStore {

    private static final String COLUMNS = """
            id, name, description, subject, body, from_email, from_name, reply_to, email_class, version, created_at, updated_at
            """;

    private static final String INSERT = """
            INSERT INTO templates (project_id, id, name, description, subject, body, from_email, from_name, reply_to, email_class)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            RETURNING\s""" + COLUMNS;

    private static final String FIND = "SELECT " + COLUMNS + """
              FROM templates
             WHERE project_id = $1 AND id = $2
            """;

    /**
     * The time of a change is that of the statement and never that of the change before: the contents of emails are identified by
     * it, so two versions must not share one.
     */
    private static final String UPDATE = """
            UPDATE templates
               SET name = coalesce($3, name),
                   description = CASE WHEN $4 THEN $5 ELSE description END,
                   subject = coalesce($6, subject),
                   body = coalesce($7, body),
                   from_email = CASE WHEN $8 THEN $9 ELSE from_email END,
                   from_name = CASE WHEN $10 THEN $11 ELSE from_name END,
                   reply_to = CASE WHEN $12 THEN $13 ELSE reply_to END,
                   email_class = coalesce($14, email_class),
                   version = version + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE project_id = $1 AND id = $2 AND ($15::text IS NULL OR version::text = $15)
            RETURNING\s""" + COLUMNS;

    private static final String COPY = """
            INSERT INTO templates (project_id, id, name, description, subject, body, from_email, from_name, reply_to, email_class)
            SELECT project_id, $3, $4, description, subject, body, from_email, from_name, reply_to, email_class
              FROM templates
             WHERE project_id = $1 AND id = $2
            RETURNING\s""" + COLUMNS;

    /** Bytes of all bodies of one page; how long a body is PostgreSQL knows without unpacking it. */
    private static final long MAX_LISTED = 8 << 20;

    private static final String LIST = """
            SELECT id, name, description, subject, from_email, from_name, reply_to, email_class, version, created_at, updated_at,
                   %4$s AS body
              FROM (SELECT * FROM templates WHERE %1$s ORDER BY %2$s %3$s) page
             ORDER BY %2$s
            """;

    /** The body where the bodies of a page so far are short enough. */
    private static final String BODY = """
            CASE WHEN sum(octet_length(body)) OVER (ORDER BY %s ROWS UNBOUNDED PRECEDING) <= %d THEN body ELSE '' END
            """;

    private static final String LOCK = """
            SELECT id FROM templates WHERE project_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
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

    /** Changes a template; empty when there is no such one, or it has another version than the expected one. */
    Future<Optional<Template>> update(
            SqlClient db, Tenant tenant, TemplateId id, TemplateChange change, ExpectedVersion expected) {
        var parameters = Tuple.of(
                tenant.project().value(),
                id.value(),
                change.name().orElse(null),
                change.description().present(),
                change.description().orNull(),
                change.subject().orElse(null));
        parameters.addValue(change.body().orElse(null));
        for (var edit : List.of(change.from(), change.fromName(), change.replyTo())) {
            parameters.addBoolean(edit.present()).addValue(edit.orNull());
        }
        parameters.addValue(change.type().map(EmailClass::name).orElse(null));
        parameters.addValue(expected.tag().orElse(null));
        return db.preparedQuery(UPDATE).execute(parameters).map(TemplateStore::first);
    }

    Future<Optional<Template>> copy(SqlClient tx, Tenant tenant, TemplateId source, TemplateId copy, String name) {
        return tx.preparedQuery(COPY)
                .execute(Tuple.of(tenant.project().value(), source.value(), copy.value(), name))
                .map(TemplateStore::first);
    }

    /** Behind the row a page ended with. */
    Future<List<Template>> listAfter(SqlClient db, Tenant tenant, TemplateFilter filter, Position last, int limit) {
        return list(db, TemplateQuery.after(tenant, filter, last), filter.view(), "LIMIT " + limit);
    }

    /** The body of a template is the empty text in a list without bodies, and when the bodies before it fill the answer. */
    Future<List<Template>> list(SqlClient db, Tenant tenant, TemplateFilter filter, int offset, int limit) {
        return list(db, TemplateQuery.of(tenant, filter), filter.view(), "LIMIT " + limit + " OFFSET " + offset);
    }

    private static Future<List<Template>> list(SqlClient db, ListQuery query, ListView view, String window) {
        var body = view == ListView.LIST ? "''" : BODY.formatted(query.order(), MAX_LISTED);
        return db.preparedQuery(LIST.formatted(query.where(), query.order(), window, body))
                .execute(query.parameters())
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(TemplateStore::template)
                        .toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, TemplateFilter filter) {
        var query = TemplateQuery.of(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM templates WHERE " + query.where())
                .execute(query.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /**
     * Locks the templates that exist, so that no other transaction can change or use them before this one ends; answers their
     * ids.
     */
    Future<Set<TemplateId>> lock(SqlClient tx, Tenant tenant, Collection<TemplateId> ids) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().value(), (Object) uuids(ids)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new TemplateId(row.getUUID(0)))
                        .collect(Collectors.toSet()));
    }

    Future<Void> delete(SqlClient tx, Tenant tenant, Collection<TemplateId> ids) {
        return tx.preparedQuery("DELETE FROM templates WHERE project_id = $1 AND id = ANY ($2)")
                .execute(Tuple.of(tenant.project().value(), (Object) uuids(ids)))
                .mapEmpty();
    }

    private static UUID[] uuids(Collection<TemplateId> ids) {
        return ids.stream().map(TemplateId::value).toArray(UUID[]::new);
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
                EmailClass.valueOf(row.getString("email_class")),
                row.getInteger("version"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }
}
