package io.godwit.events;

import io.godwit.core.ContactId;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The {@code events} table. */
final class EventStore {

    private static final String APPEND = """
            INSERT INTO events (project_id, id, contact_id, name, data, email_id, depth, created_at)
            SELECT project_id, id, contact_id, name, data::jsonb, email_id, depth, now()
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int2[])
                   AS appended (project_id, id, contact_id, name, data, email_id, depth)
            """;

    private static final String DELETE = "DELETE FROM events WHERE project_id = $1 AND contact_id = ANY ($2::uuid[])";

    Future<Void> append(SqlClient tx, List<NewEvent> events) {
        var projects = events.stream().map(event -> event.project().value()).toArray(UUID[]::new);
        var ids = events.stream().map(event -> event.id().value()).toArray(UUID[]::new);
        var contacts = events.stream().map(event -> event.contact().value()).toArray(UUID[]::new);
        var names = events.stream().map(NewEvent::name).toArray(String[]::new);
        var data = events.stream().map(EventStore::json).toArray(String[]::new);
        var emails = events.stream().map(EventStore::email).toArray(UUID[]::new);
        var depths = events.stream().map(event -> (short) event.depth()).toArray(Short[]::new);
        return tx.preparedQuery(APPEND)
                .execute(Tuple.tuple()
                        .addValue(projects)
                        .addValue(ids)
                        .addValue(contacts)
                        .addValue(names)
                        .addValue(data)
                        .addValue(emails)
                        .addValue(depths))
                .mapEmpty();
    }

    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        var ids = contacts.stream().map(ContactId::value).toArray(UUID[]::new);
        return tx.preparedQuery(DELETE)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .mapEmpty();
    }

    private static @Nullable String json(NewEvent event) {
        return event.data().isEmpty() ? null : Json.write(event.data());
    }

    private static @Nullable UUID email(NewEvent event) {
        return event.email().map(id -> id.value()).orElse(null);
    }
}
