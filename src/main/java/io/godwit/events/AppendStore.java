package io.godwit.events;

import io.godwit.core.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Appends to the {@code events} table, with the expressions of the {@link EventHook} in the same statement. */
final class AppendStore {

    /**
     * Appends events. The hook's expressions read {@code appended}, because reading the log for rows written a moment ago
     * costs more.
     */
    private static final String APPEND = """
            WITH appended AS MATERIALIZED (
                SELECT project_id, id, contact_id, name, data::jsonb AS data, email_id, trigger_depth, once::jsonb AS once, position
                  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int2[], $8::text[])
                       WITH ORDINALITY AS given (project_id, id, contact_id, name, data, email_id, trigger_depth, once, position)),
            logged AS (
                INSERT INTO events (project_id, id, contact_id, name, data, email_id, trigger_depth, created_at)
                SELECT project_id, id, contact_id, name, data, email_id, trigger_depth, now() FROM appended)
            %s
            SELECT count(*) FROM met
            """;

    private final String append;

    /** @param reactions the SQL of {@link EventHook#expressions} */
    AppendStore(String reactions) {
        this.append = APPEND.formatted(reactions);
    }

    /** Appends events; completes with the number of reactions. */
    Future<Long> append(SqlClient tx, List<NewEvent> events) {
        var projects = events.stream().map(event -> event.project().value()).toArray(UUID[]::new);
        var ids = events.stream().map(event -> event.id().value()).toArray(UUID[]::new);
        var contacts = events.stream().map(event -> event.contact().value()).toArray(UUID[]::new);
        var names = events.stream().map(NewEvent::name).toArray(String[]::new);
        var data = events.stream().map(event -> json(event.data())).toArray(String[]::new);
        var emails = events.stream().map(AppendStore::email).toArray(UUID[]::new);
        var depths = events.stream().map(event -> (short) event.depth()).toArray(Short[]::new);
        var transientData =
                events.stream().map(event -> json(event.transientData())).toArray(String[]::new);
        return tx.preparedQuery(append)
                .execute(Tuple.tuple()
                        .addValue(projects)
                        .addValue(ids)
                        .addValue(contacts)
                        .addValue(names)
                        .addValue(data)
                        .addValue(emails)
                        .addValue(depths)
                        .addValue(transientData))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static @Nullable String json(Map<String, @Nullable Object> members) {
        return members.isEmpty() ? null : Json.write(members);
    }

    private static @Nullable UUID email(NewEvent event) {
        return event.email().map(id -> id.value()).orElse(null);
    }
}
