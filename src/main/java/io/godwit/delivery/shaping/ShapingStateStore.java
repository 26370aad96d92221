package io.godwit.delivery.shaping;

import io.godwit.delivery.shaping.ShapingState.RuleLimit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.StreamSupport;

/** The {@code shaping_states} table; its columns {@code mails_per_connection} and {@code mails_learned_at} are about emails. */
public final class ShapingStateStore {

    /** Writes the rows of the sources whose lease is not older than the one that wrote them last. */
    private static final String SAVE = """
            WITH deleted AS (DELETE FROM shaping_states WHERE updated_at < now() - interval '60 days')
            INSERT INTO shaping_states AS stored
                   (source, site, fence, per_hour, ceiling, cut_at, cuts_in_row, paused_until, connections, connections_cut_at,
                    mails_per_connection, mails_learned_at, suspensions, rule_limits, warm_up_step, warm_up_day, warm_up_sent,
                    warm_up_refused, warm_up_last_sent_at)
            SELECT source, site, fence, per_hour, ceiling, cut_at, cuts_in_row, paused_until, connections, connections_cut_at,
                   mails_per_connection, mails_learned_at, suspensions, rule_limits, warm_up_step, warm_up_day, warm_up_sent,
                   warm_up_refused, warm_up_last_sent_at
              FROM jsonb_to_recordset($1) AS changed (
                   source text, site text, fence bigint, per_hour double precision, ceiling double precision, cut_at timestamptz,
                   cuts_in_row integer, paused_until timestamptz, connections integer, connections_cut_at timestamptz,
                   mails_per_connection integer, mails_learned_at timestamptz, suspensions jsonb, rule_limits jsonb,
                   warm_up_step integer, warm_up_day date, warm_up_sent integer, warm_up_refused integer, warm_up_last_sent_at timestamptz)
             ORDER BY source, site
                ON CONFLICT (source, site) DO UPDATE
               SET fence = excluded.fence, per_hour = excluded.per_hour, ceiling = excluded.ceiling, cut_at = excluded.cut_at,
                   cuts_in_row = excluded.cuts_in_row, paused_until = excluded.paused_until, connections = excluded.connections,
                   connections_cut_at = excluded.connections_cut_at, mails_per_connection = excluded.mails_per_connection,
                   mails_learned_at = excluded.mails_learned_at, suspensions = excluded.suspensions,
                   rule_limits = excluded.rule_limits,
                   warm_up_step = excluded.warm_up_step, warm_up_day = excluded.warm_up_day,
                   warm_up_sent = excluded.warm_up_sent, warm_up_refused = excluded.warm_up_refused,
                   warm_up_last_sent_at = excluded.warm_up_last_sent_at, updated_at = now()
             WHERE stored.fence <= excluded.fence
            """;

    private static final String LOAD = "SELECT * FROM shaping_states WHERE source = ANY ($1)";

    /**
     * Writes all states in one statement.
     *
     * @param sourceToFence the fence of the lease of a source
     */
    public Future<Void> save(SqlClient db, Collection<ShapingState> states, ToLongFunction<String> sourceToFence) {
        if (states.isEmpty()) {
            return Future.succeededFuture();
        }
        var rows = new JsonArray();
        states.forEach(state -> rows.add(
                row(state).put("fence", sourceToFence.applyAsLong(state.key().source()))));
        return db.preparedQuery(SAVE).execute(Tuple.tuple().addJsonArray(rows)).mapEmpty();
    }

    private static JsonObject row(ShapingState state) {
        var rate = state.rate();
        var connections = state.connections();
        var row = new JsonObject()
                .put("source", state.key().source())
                .put("site", state.key().site())
                .put("per_hour", rate.perHour())
                .put("ceiling", rate.ceiling())
                .put("cut_at", rate.cutAt().toString())
                .put("cuts_in_row", rate.cutsInRow())
                .put("paused_until", rate.pausedUntil().toString())
                .put("connections", connections.limit())
                .put("connections_cut_at", connections.cutAt().toString())
                .put("mails_per_connection", connections.emailsPerConnection())
                .put("mails_learned_at", connections.emailsLearnedAt().toString())
                .put("suspensions", json(state.suspensions()))
                .put("rule_limits", jsonOfLimits(state.ruleLimits()));
        state.warmUp().ifPresent(day -> row.put("warm_up_step", day.step())
                .put("warm_up_day", day.day().toString())
                .put("warm_up_sent", day.sent())
                .put("warm_up_refused", day.refused())
                .put("warm_up_last_sent_at", day.lastSentAt().toString()));
        return row;
    }

    private static JsonArray json(List<Suspension> suspensions) {
        var array = new JsonArray();
        suspensions.forEach(one -> array.add(new JsonObject()
                .put("code", one.code().text())
                .put("senderDomain", one.senderDomain().orElse(null))
                .put("sentence", one.sentence())
                .put("since", one.since().toString())
                .put("until", one.until().toString())
                .put("times", one.times())
                .put("lifted", one.lifted())));
        return array;
    }

    private static JsonArray jsonOfLimits(List<RuleLimit> limits) {
        var array = new JsonArray();
        limits.forEach(limit -> array.add(new JsonObject()
                .put("rule", limit.rule())
                .put("rate", limit.rate().orElse(null))
                .put("connections", limit.connections().orElse(null))
                .put("until", limit.until().toString())));
        return array;
    }

    /** Reads the states of the sources. */
    public Future<List<ShapingState>> load(SqlClient db, Collection<String> sources) {
        return db.preparedQuery(LOAD)
                .mapping(ShapingStateStore::state)
                .execute(Tuple.tuple().addArrayOfString(sources.toArray(String[]::new)))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    private static ShapingState state(Row row) {
        return new ShapingState(
                new ShapingKey(row.getString("source"), row.getString("site")),
                new ShapingState.Rate(
                        row.getDouble("per_hour"),
                        row.getDouble("ceiling"),
                        time(row, "cut_at"),
                        row.getInteger("cuts_in_row"),
                        time(row, "paused_until")),
                new ShapingState.ConnectionState(
                        row.getInteger("connections"),
                        time(row, "connections_cut_at"),
                        row.getInteger("mails_per_connection"),
                        time(row, "mails_learned_at")),
                row.getJsonArray("suspensions").stream()
                        .map(one -> suspension((JsonObject) one))
                        .toList(),
                row.getJsonArray("rule_limits").stream()
                        .map(one -> ruleLimit((JsonObject) one))
                        .toList(),
                Optional.ofNullable(row.getInteger("warm_up_step")).map(step -> warmUp(step, row)));
    }

    private static ShapingState.WarmUpDay warmUp(int step, Row row) {
        return new ShapingState.WarmUpDay(
                step,
                row.getLocalDate("warm_up_day"),
                row.getInteger("warm_up_sent"),
                row.getInteger("warm_up_refused"),
                time(row, "warm_up_last_sent_at"));
    }

    private static Suspension suspension(JsonObject one) {
        return new Suspension(
                Hold.Code.of(one.getString("code")),
                Optional.ofNullable(one.getString("senderDomain")),
                one.getString("sentence"),
                Instant.parse(one.getString("since")),
                Instant.parse(one.getString("until")),
                one.getInteger("times"),
                one.getBoolean("lifted"));
    }

    private static RuleLimit ruleLimit(JsonObject one) {
        return new RuleLimit(
                one.getString("rule"),
                Optional.ofNullable(one.getInteger("rate")),
                Optional.ofNullable(one.getInteger("connections")),
                Instant.parse(one.getString("until")));
    }

    private static Instant time(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }
}
