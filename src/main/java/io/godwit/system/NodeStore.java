package io.godwit.system;

import io.godwit.system.NodeState.Load;
import io.godwit.system.NodeState.MailFailure;
import io.godwit.system.RecentWarnings.LogWarning;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The {@code nodes} table. */
final class NodeStore {

    private static final String SAVE = """
            WITH deleted AS (DELETE FROM nodes WHERE seen_at < now() - interval '1 hour' AND id <> $1)
            INSERT INTO nodes (id, host, version, roles, started_at, processors, cpu, memory_used, memory_max, disk_free,
                               disk_total, mail_away, mail_failed, mail_failure, journal, warnings, schema_version)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
                ON CONFLICT (id) DO UPDATE
               SET seen_at = now(), cpu = excluded.cpu, memory_used = excluded.memory_used, memory_max = excluded.memory_max,
                   disk_free = excluded.disk_free, disk_total = excluded.disk_total, mail_away = excluded.mail_away,
                   mail_failed = excluded.mail_failed, mail_failure = excluded.mail_failure, journal = excluded.journal,
                   warnings = excluded.warnings
            """;

    private static final String LIST = "SELECT * FROM nodes ORDER BY started_at, id";

    /** Writes the state with the database's time. Nodes that have not been seen for an hour are forgotten. */
    Future<Void> save(SqlClient db, NodeState node) {
        var load = node.load();
        return db.preparedQuery(SAVE)
                .execute(Tuple.tuple()
                        .addUUID(node.id())
                        .addString(node.host())
                        .addString(node.version())
                        .addArrayOfString(node.roles().toArray(String[]::new))
                        .addOffsetDateTime(node.startedAt().atOffset(ZoneOffset.UTC))
                        .addInteger(load.processors())
                        .addFloat((float) load.cpu())
                        .addLong(load.memoryUsed())
                        .addLong(load.memoryMax())
                        .addLong(load.diskFree())
                        .addLong(load.diskTotal())
                        .addOffsetDateTime(time(node.mailAway()))
                        .addOffsetDateTime(time(node.mailFailure().map(MailFailure::since)))
                        .addString(node.mailFailure().map(MailFailure::reply).orElse(null))
                        .addBoolean(node.journal())
                        .addJsonArray(json(node.warnings()))
                        .addInteger(node.schemaVersion()))
                .mapEmpty();
    }

    private static @Nullable OffsetDateTime time(Optional<Instant> instant) {
        return instant.map(known -> known.atOffset(ZoneOffset.UTC)).orElse(null);
    }

    private static JsonArray json(List<LogWarning> warnings) {
        var array = new JsonArray();
        warnings.forEach(line -> array.add(new JsonObject()
                .put("at", line.at().toString())
                .put("level", line.level())
                .put("source", line.source())
                .put("message", line.message())
                .put("count", line.count())));
        return array;
    }

    Future<Void> delete(SqlClient db, UUID id) {
        return db.preparedQuery("DELETE FROM nodes WHERE id = $1")
                .execute(Tuple.of(id))
                .mapEmpty();
    }

    Future<List<NodeState>> list(SqlClient db) {
        return db.preparedQuery(LIST).mapping(NodeStore::node).execute().map(rows -> rows.stream()
                .toList());
    }

    private static NodeState node(Row row) {
        var load = new Load(
                row.getInteger("processors"),
                row.getFloat("cpu"),
                row.getLong("memory_used"),
                row.getLong("memory_max"),
                row.getLong("disk_free"),
                row.getLong("disk_total"));
        return new NodeState(
                row.getUUID("id"),
                row.getString("host"),
                row.getString("version"),
                row.getInteger("schema_version"),
                List.of(row.getArrayOfStrings("roles")),
                row.getOffsetDateTime("started_at").toInstant(),
                instant(row, "seen_at"),
                load,
                instant(row, "mail_away"),
                instant(row, "mail_failed").map(since -> new MailFailure(since, row.getString("mail_failure"))),
                row.getBoolean("journal"),
                row.getJsonArray("warnings").stream()
                        .map(line -> warning((JsonObject) line))
                        .toList());
    }

    private static Optional<Instant> instant(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }

    private static LogWarning warning(JsonObject line) {
        return new LogWarning(
                Instant.parse(line.getString("at")),
                line.getString("level"),
                line.getString("source"),
                line.getString("message"),
                line.getLong("count"));
    }
}
