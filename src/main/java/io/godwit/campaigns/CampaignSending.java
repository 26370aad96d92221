package io.godwit.campaigns;

import io.godwit.sending.EmailReason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a campaign is being sent at the moment it is counted.
 *
 * @param perMinute emails that mail servers took within the last minute, or since it began or was resumed, as a rate
 * @param secondsLeft until all emails have ended, at the rate at which they end; empty while it is paused and when none ended
 * @param errors at most ten: emails that will be tried again, then those that ended, the latest first
 */
record CampaignSending(long perMinute, Optional<Long> secondsLeft, List<SendingError> errors) {

    /** A shorter time says little about the rate. */
    private static final double MIN_SECONDS = 5;

    CampaignSending {
        errors = List.copyOf(errors);
    }

    /** The outcome of an error. */
    enum ErrorOutcome {
        /** The emails will be tried again. */
        DEFERRED,
        BOUNCED,
        FAILED
    }

    /**
     * Emails that came to the same error.
     *
     * @param reason a sentence of the platform, or the reply line of a mail server
     * @param reasonCode if the platform ended the emails
     * @param lastAt when the last of them ended
     * @param nextTryAt when the first of them is due again
     */
    record SendingError(
            ErrorOutcome outcome,
            String reason,
            Optional<EmailReason> reasonCode,
            long count,
            Optional<Instant> lastAt,
            Optional<Instant> nextTryAt) {

        private static SendingError of(JsonObject error) {
            return new SendingError(
                    ErrorOutcome.valueOf(error.getString("outcome")),
                    error.getString("reason"),
                    Optional.ofNullable(error.getString("code")).map(EmailReason::valueOf),
                    error.getLong("count"),
                    time(error.getString("at")),
                    time(error.getString("next")));
        }

        private JsonObject json() {
            return new JsonObject()
                    .put("outcome", outcome.name())
                    .put("reason", reason)
                    .put("code", EmailReason.name(reasonCode))
                    .put("count", count)
                    .put("at", lastAt.map(Instant::toString).orElse(null))
                    .put("next", nextTryAt.map(Instant::toString).orElse(null));
        }

        private static Optional<Instant> time(@Nullable String text) {
            return Optional.ofNullable(text).map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
        }
    }

    /** @param pending the emails that have not ended */
    static CampaignSending of(Row row, long pending) {
        var seconds = Math.max(MIN_SECONDS, row.getDouble("window_seconds"));
        var ended = row.getLong("ended_lately");
        var left = row.getBoolean("is_paused") || ended == 0
                ? Optional.<Long>empty()
                : Optional.of((long) Math.ceil(pending * seconds / ended));
        return new CampaignSending(
                Math.round(60 * row.getLong("sent_lately") / seconds),
                left,
                errors(new JsonArray(row.getString("errors"))));
    }

    private static List<SendingError> errors(JsonArray errors) {
        return errors.stream().map(JsonObject.class::cast).map(SendingError::of).toList();
    }

    /** Reads what {@link #json} wrote. */
    static CampaignSending stored(String text) {
        var stored = new JsonObject(text);
        return new CampaignSending(
                stored.getLong("perMinute"),
                Optional.ofNullable(stored.getLong("secondsLeft")),
                errors(stored.getJsonArray("errors")));
    }

    String json() {
        return new JsonObject()
                .put("perMinute", perMinute)
                .put("secondsLeft", secondsLeft.orElse(null))
                .put(
                        "errors",
                        new JsonArray(errors.stream().map(SendingError::json).toList()))
                .encode();
    }
}
