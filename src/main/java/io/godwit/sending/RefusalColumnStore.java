package io.godwit.sending;

import io.godwit.bounces.RefusalClassifier;
import io.godwit.sending.Verdict.End;
import io.godwit.sending.Verdict.Outcome;
import io.godwit.smtp.Reply;
import io.godwit.smtp.Stage;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** The column {@code outbox.refusal}. */
final class RefusalColumnStore {

    private RefusalColumnStore() {}

    static JsonObject write(HeldRefusal refusal) {
        var verdict = refusal.verdict();
        var reply = verdict.reply().orElseThrow();
        return new JsonObject()
                .put("pattern", refusal.pattern())
                .put("outcome", verdict.outcome().orElseThrow().name())
                .put("status", verdict.end().orElseThrow().name())
                .put("stage", verdict.stage())
                .put("code", reply.code())
                .put("enhanced", reply.enhanced().orElse(null))
                .put("text", reply.text())
                .put("reason", verdict.reason());
    }

    static HeldRefusal read(JsonObject column) {
        var reply = new Reply(
                column.getInteger("code"), Optional.ofNullable(column.getString("enhanced")), column.getString("text"));
        var verdict = new Verdict(
                Optional.of(Outcome.valueOf(column.getString("outcome"))),
                Optional.of(End.valueOf(column.getString("status"))),
                column.getString("stage"),
                Optional.of(reply),
                column.getString("reason"),
                Duration.ZERO,
                Optional.of(RefusalClassifier.classify(reply, Stage.valueOf(column.getString("stage")))));
        return new HeldRefusal(column.getString("pattern"), verdict);
    }
}
