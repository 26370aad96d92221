package io.godwit.delivery;

import io.godwit.core.IsoTime;
import io.godwit.delivery.SiteState.LastReply;
import io.godwit.delivery.SiteState.Pause;
import io.godwit.delivery.shaping.Hold;
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
                 WHERE destination <> 0 AND created_at <= now()
                 GROUP BY destination)
            SELECT source, site_traffic.site, traffic, seen_at, emails, oldest
              FROM site_traffic
              LEFT JOIN destinations ON destinations.site = site_traffic.site
              LEFT JOIN queued ON queued.destination = destinations.number
             WHERE $2::text IS NULL OR site_traffic.site = $2
             ORDER BY coalesce(emails, 0) DESC, site_traffic.site, source
             LIMIT $1
            """;

    /**
     * Makes the waiting rows of a site due: those that were put back for the site, and those whose last attempt was deferred. A row
     * counts from its scheduled time, so one scheduled for later is not due before it. Rows that wait for another cause keep their
     * time: a refusal that is held, or the pause after crashes. The rows are found from project to project and lane to lane over
     * the index {@code outbox_due}, so the statement costs the number of lanes and of waiting rows, and rows another statement
     * works on are left to it: 100,000 rows take 1.2 s beside 100,000 of another site (measured 2026-11-28).
     */
    private static final String WAKE = """
            WITH RECURSIVE named AS MATERIALIZED (
                SELECT number FROM destinations WHERE site = $1),
            lanes AS (
                (SELECT project_id, lane FROM outbox ORDER BY project_id, lane LIMIT 1)
                UNION ALL
                SELECT next.project_id, next.lane
                  FROM lanes
                 CROSS JOIN LATERAL (SELECT outbox.project_id, outbox.lane
                                       FROM outbox
                                      WHERE (outbox.project_id, outbox.lane) > (lanes.project_id, lanes.lane)
                                      ORDER BY outbox.project_id, outbox.lane
                                      LIMIT 1) next),
            waiting AS MATERIALIZED (
                SELECT later.*
                  FROM named
                 CROSS JOIN lanes
                 CROSS JOIN LATERAL (SELECT project_id, email_id
                                       FROM outbox
                                      WHERE outbox.project_id = lanes.project_id AND outbox.lane = lanes.lane
                                        AND outbox.destination = named.number
                                        AND due_at > now() AND created_at <= now() AND lease_until IS NULL
                                        AND refusal IS NULL AND alone_lost_leases = 0
                                        FOR UPDATE SKIP LOCKED) later)
            UPDATE outbox
               SET due_at = now()
              FROM waiting
             WHERE outbox.project_id = waiting.project_id AND outbox.email_id = waiting.email_id
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

    /** Reads the state of one site, or of those with the most waiting emails. */
    Future<List<SiteState>> latest(SqlClient db, Optional<String> site, int limit) {
        return db.preparedQuery(LATEST)
                .execute(Tuple.of(limit, site.orElse(null)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(SiteTrafficStore::state)
                        .toList());
    }

    /** Makes the emails due that wait for a site, but none before its scheduled time. */
    Future<Void> wake(SqlClient db, String site) {
        return db.preparedQuery(WAKE).execute(Tuple.of(site)).mapEmpty();
    }

    private static JsonObject json(SiteTraffic site, List<LastReply> replies) {
        var json = new JsonObject()
                .put("perHour", site.perHour())
                .put("openConnections", site.openConnections())
                .put("maxConnections", site.maxConnections())
                .put("mailsPerConnection", site.emailsPerConnection());
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
                text(json, "reason").map(Hold.Code::of),
                text(json, "sentence"),
                text(json, "waitsUntil").map(Instant::parse),
                objects(json, "suspensions", SiteTrafficStore::pause),
                objects(json, "lastReplies", SiteTrafficStore::reply),
                row.getOffsetDateTime("seen_at").toInstant());
    }

    private static Pause pause(JsonObject json) {
        return new Pause(
                Hold.Code.of(json.getString("reason")),
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
