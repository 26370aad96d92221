package io.godwit.sending.queue;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.AttemptOutcome.End;
import io.godwit.sending.attempt.AttemptOutcome.Outcome;
import io.godwit.sending.attempt.WaitingRefusal;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads and writes the column {@code outbox.refusal}. */
public final class RefusalColumnStore {

    /** The member of a refusal that counts towards the limit of soft bounces; older versions read its proof, and know no such one. */
    private static final String FULL_MAILBOX = "fullMailbox";

    private RefusalColumnStore() {}

    public static JsonObject write(WaitingRefusal refusal) {
        var outcome = refusal.outcome();
        var reply = outcome.reply().orElseThrow();
        return new JsonObject()
                .put("pattern", refusal.pattern())
                .put("since", refusal.since())
                .put("outcome", outcome.outcome().orElseThrow().name())
                .put("status", outcome.end().orElseThrow().name())
                .put("stage", outcome.stage())
                .put("code", reply.code())
                .put("enhanced", reply.enhanced().orElse(null))
                .put("text", reply.text())
                .put("reason", outcome.reason())
                .put(
                        "proof",
                        (outcome.countsAsSoftBounce()
                                        ? Evidence.NONE
                                        : outcome.weight().evidence())
                                .name())
                .put(FULL_MAILBOX, outcome.countsAsSoftBounce())
                .put("doubt", outcome.weight().doubt())
                .put(
                        "evidence",
                        outcome.dialogue().map(AttemptEvidenceStore::write).orElse(null));
    }

    static WaitingRefusal read(JsonObject column) {
        var reply = new SmtpReply(
                column.getInteger("code"), Optional.ofNullable(column.getString("enhanced")), column.getString("text"));
        var outcome = new AttemptOutcome(
                Optional.of(Outcome.valueOf(column.getString("outcome"))),
                Optional.of(End.valueOf(column.getString("status"))),
                column.getString("stage"),
                Optional.of(reply),
                column.getString("reason"),
                Duration.ZERO,
                Optional.of(refusal(reply, column)));
        // Rows of versions before this member was written have waited long enough.
        var since = Optional.ofNullable(column.getInstant("since")).orElse(Instant.EPOCH);
        return new WaitingRefusal(column.getString("pattern"), since, outcome);
    }

    /** Reads the refusal with its worth against the recipient, which rows of older versions do not have: they prove nothing. */
    private static ClassifiedRefusal refusal(SmtpReply reply, JsonObject column) {
        return RefusalClassifier.classify(reply, SmtpStage.valueOf(column.getString("stage")))
                .with(new Weight(
                        column.getBoolean(FULL_MAILBOX, false)
                                ? Evidence.SEVERAL_IN_A_ROW
                                : Evidence.valueOf(column.getString("proof", Evidence.NONE.name())),
                        column.getString("doubt", "")));
    }
}
