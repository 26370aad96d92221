package io.godwit.delivery;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads and writes the tables {@code delivery_choices} and {@code delivery_defaults}. */
final class DeliveryChoiceStore {

    private static final String ALL = """
            SELECT project_id, domain, email_class, mode, pool, fallback_pools
              FROM delivery_choices
             ORDER BY project_id, domain, email_class
            """;

    /** Replaces one choice of an existing project; a choice of neither mode nor pools is removed. */
    private static final String PUT = """
            WITH project AS (SELECT id FROM projects WHERE id = $1),
            removed AS (
                DELETE FROM delivery_choices
                 WHERE project_id = $1 AND domain = $2 AND email_class = $3 AND $4::text IS NULL AND $5::text IS NULL
                   AND cardinality($6::text[]) = 0),
            chosen AS (
                INSERT INTO delivery_choices (project_id, domain, email_class, mode, pool, fallback_pools)
                SELECT id, $2, $3, $4, $5, $6
                  FROM project
                 WHERE $4::text IS NOT NULL OR $5::text IS NOT NULL OR cardinality($6::text[]) > 0
                    ON CONFLICT (project_id, domain, email_class) DO UPDATE
                   SET mode = excluded.mode, pool = excluded.pool, fallback_pools = excluded.fallback_pools)
            SELECT id FROM project
            """;

    private static final String PUT_DEFAULT = """
            INSERT INTO delivery_defaults (mode) VALUES ($1)
                ON CONFLICT (only_row) DO UPDATE SET mode = excluded.mode WHERE delivery_defaults.mode <> excluded.mode
            RETURNING mode
            """;

    /** Writes the mode of emails without a choice; completes with whether it was another. */
    Future<Boolean> putDefault(SqlClient db, DirectSettings.Mode mode) {
        return db.preparedQuery(PUT_DEFAULT).execute(Tuple.of(name(mode))).map(rows -> rows.size() > 0);
    }

    Future<List<DeliveryChoice>> all(SqlClient db) {
        return db.query(ALL).execute().map(rows -> StreamSupport.stream(rows.spliterator(), false)
                .map(DeliveryChoiceStore::choice)
                .toList());
    }

    /** Writes a choice; completes with whether the project exists. */
    Future<Boolean> put(SqlClient db, DeliveryChoice choice) {
        return db.preparedQuery(PUT)
                .execute(Tuple.of(choice.project(), choice.domain(), choice.emailClass(), mode(choice), pool(choice))
                        .addArrayOfString(choice.fallbackPools().toArray(String[]::new)))
                .map(rows -> rows.size() > 0);
    }

    private static @Nullable String mode(DeliveryChoice choice) {
        return choice.mode().isPresent() ? name(choice.mode().get()) : null;
    }

    private static String name(DirectSettings.Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String pool(DeliveryChoice choice) {
        return choice.pool().isPresent() ? choice.pool().get() : null;
    }

    private static DeliveryChoice choice(Row row) {
        return new DeliveryChoice(
                row.getUUID("project_id"),
                row.getString("domain"),
                row.getString("email_class"),
                Optional.ofNullable(row.getString("mode"))
                        .map(mode -> DirectSettings.Mode.valueOf(mode.toUpperCase(Locale.ROOT))),
                Optional.ofNullable(row.getString("pool")),
                List.of(row.getArrayOfStrings("fallback_pools")));
    }
}
