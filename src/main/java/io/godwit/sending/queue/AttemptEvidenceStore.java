package io.godwit.sending.queue;

import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Writes the column {@code email_attempts.evidence}. */
public final class AttemptEvidenceStore {

    private AttemptEvidenceStore() {}

    /** Returns {host, address, source, localAddress, tls, cipher, verification, steps: [{step, milliseconds, lines}]}. */
    public static String write(AttemptEvidence evidence) {
        var dialogue = evidence.dialogue();
        var json = new JsonObject().put("host", dialogue.host());
        evidence.source().ifPresent(source -> json.put("source", source));
        dialogue.address().ifPresent(address -> json.put("address", address));
        dialogue.source().ifPresent(local -> json.put("localAddress", local));
        dialogue.tls().ifPresent(tls -> json.put("tls", tls.protocol())
                .put("cipher", tls.cipher())
                .put("verification", tls.verification()));
        var steps = new JsonArray();
        dialogue.exchanges().forEach(exchange -> steps.add(step(exchange)));
        return json.put("steps", steps).encode();
    }

    private static JsonObject step(SmtpExchange exchange) {
        var step = new JsonObject()
                .put("step", exchange.step())
                .put("milliseconds", exchange.duration().toMillis());
        exchange.reply().ifPresent(reply -> step.put("code", reply.code()).put("lines", lines(reply)));
        return step;
    }

    private static JsonArray lines(SmtpReply reply) {
        var lines = new JsonArray();
        reply.lines().forEach(lines::add);
        return lines;
    }
}
