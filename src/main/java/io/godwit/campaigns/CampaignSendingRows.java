package io.godwit.campaigns;

import io.godwit.campaigns.CampaignSending.ErrorOutcome;
import io.godwit.campaigns.CampaignSending.SendingError;
import io.godwit.sending.EmailReason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the state of campaigns that are being sent, from a count and from {@code campaigns.sending}. */
final class CampaignSendingRows {

    /** A shorter time says little about the rate. */
    private static final double MIN_SECONDS = 5;

    private CampaignSendingRows() {}

    /** @param pending the emails that have not ended */
    static CampaignSending counted(Row row, long pending) {
        var seconds = Math.max(MIN_SECONDS, row.getDouble("window_seconds"));
        var ended = row.getLong("ended_in_window");
        var left = row.getBoolean("is_paused") || ended == 0
                ? Optional.<Long>empty()
                : Optional.of((long) Math.ceil(pending * seconds / ended));
        return new CampaignSending(
                Math.round(60 * row.getLong("sent_in_window") / seconds),
                left,
                errors(new JsonArray(row.getString("errors"))));
    }

    private static List<SendingError> errors(JsonArray errors) {
        return errors.stream()
                .map(JsonObject.class::cast)
                .map(CampaignSendingRows::error)
                .toList();
    }

    private static SendingError error(JsonObject error) {
        return new SendingError(
                ErrorOutcome.valueOf(error.getString("outcome")),
                error.getString("reason"),
                Optional.ofNullable(error.getString("code")).map(EmailReason::valueOf),
                error.getLong("count"),
                time(error.getString("at")),
                time(error.getString("next")));
    }

    private static Optional<Instant> time(@Nullable String text) {
        return Optional.ofNullable(text).map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
    }

    /** Reads what {@link #json} wrote. */
    static CampaignSending stored(String text) {
        var stored = new JsonObject(text);
        return new CampaignSending(
                stored.getLong("perMinute"),
                Optional.ofNullable(stored.getLong("secondsLeft")),
                errors(stored.getJsonArray("errors")));
    }

    static String json(CampaignSending sending) {
        return new JsonObject()
                .put("perMinute", sending.perMinute())
                .put("secondsLeft", sending.secondsLeft().orElse(null))
                .put(
                        "errors",
                        new JsonArray(sending.errors().stream()
                                .map(CampaignSendingRows::json)
                                .toList()))
                .encode();
    }

    private static JsonObject json(SendingError error) {
        return new JsonObject()
                .put("outcome", error.outcome().name())
                .put("reason", error.reason())
                .put("code", EmailReason.name(error.reasonCode()))
                .put("count", error.count())
                .put("at", error.lastAt().map(Instant::toString).orElse(null))
                .put("next", error.nextTryAt().map(Instant::toString).orElse(null));
    }
}
