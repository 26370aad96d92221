package io.godwit.sending.log;

import io.godwit.sending.queue.AcceptanceEvidenceStore;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Maps the rows of attempts with their evidence. */
final class AttemptRows {

    private AttemptRows() {}

    static EmailDetail.Attempt attempt(Row row) {
        var acceptance = row.getString("acceptance");
        return acceptance == null
                ? new EmailDetail.Attempt(
                        row.getInteger("attempt"),
                        LoggedOutcome.valueOf(row.getString("outcome")),
                        row.getString("stage"),
                        Optional.ofNullable(row.getInteger("code")),
                        Optional.ofNullable(row.getString("enhanced")),
                        Optional.ofNullable(row.getString("reply")),
                        Optional.ofNullable(row.getJsonObject("evidence")).map(AttemptRows::evidence),
                        row.getOffsetDateTime("created_at").toInstant())
                : accepted(row, evidence(AcceptanceEvidenceStore.read(acceptance, row.getString("reply"))));
    }

    /** Maps an acceptance; its reply is the last one of the dialogue. */
    private static EmailDetail.Attempt accepted(Row row, EmailDetail.Evidence evidence) {
        var last = evidence.steps().get(evidence.steps().size() - 1);
        var reply = last.code().map(code -> SmtpReply.of(code, last.lines()));
        return new EmailDetail.Attempt(
                row.getInteger("attempt"),
                LoggedOutcome.valueOf(row.getString("outcome")),
                row.getString("stage"),
                last.code(),
                reply.flatMap(SmtpReply::enhanced),
                reply.map(SmtpReply::text),
                Optional.of(evidence),
                row.getOffsetDateTime("created_at").toInstant());
    }

    private static EmailDetail.Evidence evidence(JsonObject json) {
        return new EmailDetail.Evidence(
                json.getString("host"),
                Optional.ofNullable(json.getString("address")),
                Optional.ofNullable(json.getString("source")),
                Optional.ofNullable(json.getString("localAddress")),
                Optional.ofNullable(json.getString("tls")),
                Optional.ofNullable(json.getString("cipher")),
                Optional.ofNullable(json.getString("verification")),
                objects(json, "steps").map(AttemptRows::step).toList());
    }

    private static EmailDetail.Step step(JsonObject json) {
        return new EmailDetail.Step(
                json.getString("step"),
                json.getLong("milliseconds"),
                Optional.ofNullable(json.getInteger("code")),
                json.getJsonArray("lines", new JsonArray()).stream()
                        .map(String::valueOf)
                        .toList());
    }

    private static Stream<JsonObject> objects(JsonObject json, String name) {
        return IntStream.range(0, json.getJsonArray(name).size()).mapToObj(json.getJsonArray(name)::getJsonObject);
    }
}
