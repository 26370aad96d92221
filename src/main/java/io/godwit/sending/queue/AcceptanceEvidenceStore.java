package io.godwit.sending.queue;

import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.TlsFacts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the column {@code emails.acceptance}: how a relay took an email at its first attempt. Nearly every email has one, so
 * it is written without names, and a line that {@code emails.reply} has is left out.
 */
public final class AcceptanceEvidenceStore {

    private static final String DOT = "dot";

    /** The values before the steps. */
    private static final int FACTS = 6;

    private AcceptanceEvidenceStore() {}

    /**
     * Returns the value of the column for this dialogue.
     *
     * @param reply the value of {@code emails.reply}
     */
    public static String write(SmtpEvidence dialogue, String reply) {
        var values = new JsonArray()
                .add(dialogue.host())
                .add(dialogue.address().orElse(null))
                .add(dialogue.source().orElse(null))
                .add(dialogue.tls().map(TlsFacts::protocol).orElse(null))
                .add(dialogue.tls().map(TlsFacts::cipher).orElse(null))
                .add(dialogue.tls().map(TlsFacts::verification).orElse(null));
        dialogue.exchanges().forEach(exchange -> values.add(step(exchange, reply)));
        return values.encode();
    }

    private static JsonArray step(SmtpExchange exchange, String reply) {
        var step = new JsonArray().add(exchange.step()).add(exchange.duration().toMillis());
        exchange.reply().ifPresent(received -> {
            step.add(received.code());
            if (!exchange.step().equals(DOT) || !isWhole(received, reply)) {
                received.lines().forEach(step::add);
            }
        });
        return step;
    }

    private static boolean isWhole(SmtpReply received, String reply) {
        return received.lines().size() == 1
                && reply.equals(received.code() + " " + received.lines().get(0));
    }

    /** Returns the evidence in the form of {@link AttemptEvidenceStore}. */
    public static JsonObject read(String evidence, String reply) {
        var values = new JsonArray(evidence);
        var json = new JsonObject().put("host", values.getString(0));
        var names = List.of("host", "address", "localAddress", "tls", "cipher", "verification");
        for (var place = 1; place < FACTS; place++) {
            put(json, names.get(place), values.getString(place));
        }
        var steps = new JsonArray();
        for (var place = FACTS; place < values.size(); place++) {
            steps.add(step(values.getJsonArray(place), reply));
        }
        return json.put("steps", steps);
    }

    private static void put(JsonObject json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static JsonObject step(JsonArray values, String reply) {
        var step = new JsonObject().put("step", values.getString(0)).put("milliseconds", values.getLong(1));
        if (values.size() > 2) {
            var code = values.getInteger(2);
            var lines = new JsonArray(values.getList().subList(3, values.size()));
            var isLeftOut = lines.isEmpty() && reply.startsWith(code + " ");
            step.put("code", code).put("lines", isLeftOut ? lines.add(reply.substring(4)) : lines);
        }
        return step;
    }
}
