package io.godwit.events;

import io.godwit.events.ReactionCheck.EventName;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Looks up whether the {@link EventHook} may react to events of some names. */
final class ReactionCheckStore {

    private static final String WITHOUT_REACTION = """
            SELECT position
              FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS candidate (project_id, name, position)
             WHERE NOT %s
            """;

    private final String withoutReaction;

    /** @param condition the SQL of {@link EventHook#condition} */
    ReactionCheckStore(String condition) {
        this.withoutReaction = WITHOUT_REACTION.formatted(condition);
    }

    /** Finds those of the names to which nothing reacts. */
    Future<Set<EventName>> withoutReaction(SqlClient tx, List<EventName> names) {
        return tx.preparedQuery(withoutReaction)
                .execute(Tuple.tuple().addValue(projects(names)).addValue(texts(names)))
                .map(rows -> {
                    var found = new HashSet<EventName>();
                    rows.forEach(row -> found.add(names.get(row.getLong(0).intValue() - 1)));
                    return found;
                });
    }

    static UUID[] projects(List<EventName> names) {
        return names.stream().map(name -> name.project().value()).toArray(UUID[]::new);
    }

    static String[] texts(List<EventName> names) {
        return names.stream().map(EventName::name).toArray(String[]::new);
    }
}
