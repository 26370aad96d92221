package io.godwit.delivery;

import io.godwit.core.IsoTime;
import io.godwit.delivery.SiteState.LastReply;
import io.godwit.delivery.SiteState.Pause;
import io.godwit.delivery.shaping.SiteTraffic;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Reads and writes the table {@code site_traffic}. */
final class SiteTrafficStore {

    private static final String SAVE = """
            INSERT INTO site_traffic (source, site, traffic)
            SELECT source, site, traffic::jsonb FROM unnest($1::text[], $2::text[], $3::text[]) AS seen (source, site, traffic)
             ORDER BY source, site
                ON CONFLICT (source, site) DO UPDATE SET traffic = excluded.traffic, seen_at = now()
            """;

    private static final String PRUNE = "DELETE FROM site_traffic WHERE seen_at < now() - interval '1 day'";

    /** Counts at most 100,000 rows of the outbox, which takes some 10 ms. */
    private static final String LATEST = """
            WITH queued AS (
                SELECT destination, count(*) AS emails, extract(epoch FROM now() - min(created_at))::bigint AS oldest
                  FROM (SELECT destination, created_at FROM outbox LIMIT 100000) unfinished
                 WHERE destination <> 0
                 GROUP BY destination)
            SELECT source, site_traffic.site, traffic, seen_at, emails, oldest
              FROM site_traffic
              LEFT JOIN destinations ON destinations.site = site_traffic.site
              LEFT JOIN queued ON queued.destination = destinations.number
             ORDER BY coalesce(emails, 0) DESC, site_traffic.site, source
             LIMIT $1
            """;

    private static final String WAKE = """
            UPDATE outbox
               SET due_at = now()
              FROM destinations
             WHERE destinations.site = $1 AND outbox.destination = destinations.number
               AND outbox.lease_until IS NULL AND outbox.due_at > now() AND outbox.attempts = 0
            """;

    /** Writes what this node sees of its sites. */
    Future<Void> save(SqlClient db, List<SiteTraffic> sites, Function<SiteTraffic, List<LastReply>> replies) {
        return db.preparedQuery(SAVE)
                .execute(Tuple.of(
                        sites.stream().map(site -> site.key().source()).toArray(String[]::new),
                        sites.stream().map(site -> site.key().site()).toArray(String[]::new),
                        sites.stream()
                                .map(site -> json(site, replies.apply(site)).encode())
                                .toArray(String[]::new)))
                .mapEmpty();
    }

    /** Deletes the rows of sites nothing was sent to for a day. */
    Future<Void> prune(SqlClient db) {
        return db.query(PRUNE).execute().mapEmpty();
    }

    Future<List<SiteState>> latest(SqlClient db, int limit) {
        return db.preparedQuery(LATEST).execute(Tuple.of(limit)).map(rows -> StreamSupport.stream(
                        rows.spliterator(), false)
                .map(SiteTrafficStore::state)
                .toList());
    }

    /** Makes the emails due that wait for a site and were not tried yet. */
    Future<Void> wake(SqlClient db, String site) {
        return db.preparedQuery(WAKE).execute(Tuple.of(site)).mapEmpty();
    }

    private static JsonObject json(SiteTraffic site, List<LastReply> replies) {
        var json = new JsonObject()
                .put("perHour", site.perHour())
                .put("openConnections", site.openConnections())
                .put("maxConnections", site.maxConnections())
                .put("mailsPerConnection", site.mailsPerConnection());
        site.provider().ifPresent(provider -> json.put("provider", provider));
        site.hold().ifPresent(hold -> json.put("reason", hold.code().text()).put("sentence", hold.sentence()));
        site.notBefore().ifPresent(until -> json.put("waitsUntil", IsoTime.of(until)));
        var pauses = new JsonArray();
        site.suspensions()
                .forEach(pause -> pauses.add(new JsonObject()
                        .put("reason", pause.code().text())
                        .put("sentence", pause.sentence())
                        .put("senderDomain", pause.senderDomain().orElse(null))
                        .put("until", IsoTime.of(pause.until()))));
        var last = new JsonArray();
        replies.forEach(reply ->
                last.add(new JsonObject().put("at", IsoTime.of(reply.at())).put("reply", reply.reply())));
        return json.put("suspensions", pauses).put("lastReplies", last);
    }

    private static SiteState state(Row row) {
        var json = row.getJsonObject("traffic");
        return new SiteState(
                row.getString("site"),
                row.getString("source"),
                text(json, "provider"),
                Optional.ofNullable(row.getLong("emails")),
                Optional.ofNullable(row.getLong("oldest")),
                json.getInteger("perHour"),
                json.getInteger("openConnections"),
                json.getInteger("maxConnections"),
                json.getInteger("mailsPerConnection"),
                text(json, "reason"),
                text(json, "sentence"),
                text(json, "waitsUntil").map(Instant::parse),
                objects(json, "suspensions", SiteTrafficStore::pause),
                objects(json, "lastReplies", SiteTrafficStore::reply),
                row.getOffsetDateTime("seen_at").toInstant());
    }

    private static Pause pause(JsonObject json) {
        return new Pause(
                json.getString("reason"),
                json.getString("sentence"),
                text(json, "senderDomain"),
                Instant.parse(json.getString("until")));
    }

    private static LastReply reply(JsonObject json) {
        return new LastReply(Instant.parse(json.getString("at")), json.getString("reply"));
    }

    private static Optional<String> text(JsonObject json, String name) {
        return Optional.ofNullable(json.getString(name));
    }

    private static <T> List<T> objects(JsonObject json, String name, Function<JsonObject, T> read) {
        var array = json.getJsonArray(name);
        return IntStream.range(0, array.size())
                .mapToObj(array::getJsonObject)
                .map(read)
                .toList();
    }
}
