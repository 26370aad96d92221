package io.godwit.events;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages of the {@code events} table. Each combination of filters has its own statement, so that each has the plan it
 * needs.
 */
final class EventListStore {

    private static final String LIST = """
            SELECT page.id, page.name, page.data::text, page.contact_id, page.email_id, page.created_at, contacts.email
              FROM (SELECT *
                      FROM events
                     WHERE project_id = $1 %s
                     ORDER BY id DESC
                     LIMIT $2) AS page
              LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.id = page.contact_id
             ORDER BY page.id DESC
            """;

    private static final String COUNT_OF_CONTACT = """
            SELECT count(*) FROM events WHERE project_id = $1 AND contact_id = $2
            """;

    private static final String CONTACT_EXISTS = """
            SELECT 1 FROM contacts WHERE project_id = $1 AND id = $2
            """;

    Future<List<EventResponse>> list(SqlClient db, Tenant tenant, EventFilter filter, int limit) {
        var parameters = Tuple.of(tenant.project().value(), limit);
        var condition = new StringBuilder();
        filter.contact().ifPresent(id -> and(condition, parameters, "contact_id =", id.value()));
        filter.name().ifPresent(name -> and(condition, parameters, "name =", name));
        filter.before().ifPresent(id -> and(condition, parameters, "id <", id.value()));
        return db.preparedQuery(LIST.formatted(condition))
                .mapping(row -> answer(tenant, row))
                .execute(parameters)
                .map(rows -> rows.stream().toList());
    }

    private static void and(StringBuilder condition, Tuple parameters, String comparison, Object value) {
        parameters.addValue(value);
        condition.append(" AND ").append(comparison).append(" $").append(parameters.size());
    }

    private static EventResponse answer(Tenant tenant, Row row) {
        return new EventResponse(
                new EventId(row.getUUID(0)),
                tenant.project(),
                row.getString(1),
                data(row.getString(2)),
                new ContactId(row.getUUID(3)),
                Optional.ofNullable(row.getUUID(4)),
                row.getOffsetDateTime(5).toInstant(),
                Optional.ofNullable(row.getString(6)).map(EventResponse.Owner::new));
    }

    private static @Nullable Map<String, @Nullable Object> data(@Nullable String json) {
        return json == null ? null : Json.readObject(json);
    }

    Future<Long> countOfContact(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(COUNT_OF_CONTACT)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<Boolean> contactExists(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(CONTACT_EXISTS)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.size() > 0);
    }
}
