package io.godwit.events;

import io.godwit.core.Json;
import io.godwit.events.ReactionCheck.EventName;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Appends to the {@code events} table, with or without the expressions of the {@link EventHook} in the same statement. */
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
            SELECT count(*) FROM reactions
            """;

    /**
     * Appends events to which nothing reacts, at little more than half of what {@link #APPEND} costs. The condition is evaluated
     * once, before any row, in the snapshot of the statement.
     */
    private static final String APPEND_WITHOUT_REACTION = """
            INSERT INTO events (project_id, id, contact_id, name, data, email_id, trigger_depth, created_at)
            SELECT project_id, id, contact_id, name, data::jsonb, email_id, trigger_depth, now()
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int2[])
                   AS given (project_id, id, contact_id, name, data, email_id, trigger_depth)
             WHERE without_reaction(EXISTS (SELECT FROM unnest($8::uuid[], $9::text[]) AS candidate (project_id, name) WHERE %s))
            """;

    private final String append;
    private final String appendWithoutReaction;

    AppendStore(EventHook hook) {
        this.append = APPEND.formatted(hook.expressions());
        this.appendWithoutReaction = APPEND_WITHOUT_REACTION.formatted(hook.condition());
    }

    /** Appends events; completes with the number of reactions. */
    Future<Long> append(SqlClient tx, List<NewEvent> events) {
        var transientData =
                events.stream().map(event -> json(event.transientData())).toArray(String[]::new);
        return tx.preparedQuery(append)
                .execute(columns(events).addValue(transientData))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Appends events to which nothing reacts; fails with a conflict when something does. */
    Future<Void> appendWithoutReaction(SqlClient tx, List<NewEvent> events) {
        var names = events.stream()
                .map(event -> new EventName(event.project(), event.name()))
                .distinct()
                .toList();
        return tx.preparedQuery(appendWithoutReaction)
                .execute(columns(events)
                        .addValue(ReactionCheckStore.projects(names))
                        .addValue(ReactionCheckStore.texts(names)))
                .mapEmpty();
    }

    private static Tuple columns(List<NewEvent> events) {
        return Tuple.tuple()
                .addValue(events.stream().map(event -> event.project().value()).toArray(UUID[]::new))
                .addValue(events.stream().map(event -> event.id().value()).toArray(UUID[]::new))
                .addValue(events.stream().map(event -> event.contact().value()).toArray(UUID[]::new))
                .addValue(events.stream().map(NewEvent::name).toArray(String[]::new))
                .addValue(events.stream().map(event -> json(event.data())).toArray(String[]::new))
                .addValue(events.stream().map(AppendStore::email).toArray(UUID[]::new))
                .addValue(events.stream()
                        .map(event -> (short) event.triggerDepth())
                        .toArray(Short[]::new));
    }

    private static @Nullable String json(Map<String, @Nullable Object> members) {
        return members.isEmpty() ? null : Json.write(members);
    }

    private static @Nullable UUID email(NewEvent event) {
        return event.email().map(id -> id.value()).orElse(null);
    }
}
