package io.godwit.sending.results;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;

/** Reads the rows of the statements that record results. */
final class RecordedResultRows {

    private final SimulatorDomain simulator;

    RecordedResultRows(SimulatorDomain simulator) {
        this.simulator = simulator;
    }

    /** The key of a result. One node can hold two results of an email: it lost the row and claimed it again. */
    record ResultKey(UUID email, long fence) {

        static ResultKey of(AttemptResult result) {
            return new ResultKey(
                    result.claimed().email().value(), result.claimed().fence());
        }
    }

    static ResultKey key(Row row) {
        return new ResultKey(row.getUUID("email_id"), row.getLong("fence"));
    }

    /** @param row empty when a newer claim had taken the email */
    RecordedResult recorded(AttemptResult result, Optional<Row> row) {
        var ended = row.filter(written -> written.getUUID("contact_id") != null)
                .map(written -> ended(result.subject(), written));
        var hasEnded = result.outcome().end().isPresent();
        return new RecordedResult(
                result,
                row.isPresent(),
                ended.filter(ignored -> hasEnded),
                ended.filter(ignored -> !hasEnded),
                row.filter(written -> written.getBoolean("unsubscribed")).isPresent(),
                row.filter(this::isSimulated).isPresent());
    }

    private boolean isSimulated(Row row) {
        return Optional.ofNullable(row.getString("to_email"))
                .filter(to -> simulator.contains(new EmailAddress(to).domain()))
                .isPresent();
    }

    /** @param subject as the message has it; empty: that of the content */
    static RecordedResult.Ended ended(Optional<String> subject, Row row) {
        return new RecordedResult.Ended(
                new ContactId(row.getUUID("contact_id")),
                row.getUUID("template_id"),
                row.getUUID("campaign_id"),
                row.getString("source"),
                subject.or(() -> Optional.ofNullable(row.getString("subject"))).orElse(""),
                Optional.ofNullable(row.getString("from_email")).orElse(""),
                row.getString("from_name"),
                Optional.ofNullable(row.getString("message_id")),
                row.getOffsetDateTime("ended_at").toInstant(),
                row.getInteger("trigger_depth"));
    }
}
