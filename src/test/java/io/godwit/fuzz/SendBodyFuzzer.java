package io.godwit.fuzz;

import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.sending.api.SendBody;
import io.godwit.web.body.BodyBuffer;
import io.godwit.web.body.JsonReader;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /v1/send}. Input: an octet that says in how large pieces it comes, then the JSON. */
public final class SendBodyFuzzer {

    private SendBodyFuzzer() {}

    /** The members of a body, or the code and sentence of its refusal. */
    private record ReadBody(Optional<Map<String, @Nullable Object>> members, String refusal) {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var piece = 1 + input.number(32);
        var json = input.rest();
        var whole = read(() -> JsonReader.object(json));
        Invariant.same(whole, read(() -> JsonReader.object(pieces(json, piece))), "The pieces do not matter");
        whole.members().ifPresent(SendBodyFuzzer::check);
    }

    private static ReadBody read(Supplier<Map<String, @Nullable Object>> reader) {
        try {
            return new ReadBody(Optional.of(reader.get()), "");
        } catch (Failure refused) {
            Invariant.holds(
                    refused.kind() == Failure.Kind.MALFORMED_BODY || refused.kind() == Failure.Kind.VALIDATION_ERROR,
                    "A body that cannot be read is a 400 or a 422");
            checkSentences(refused);
            return new ReadBody(Optional.empty(), refusal(refused));
        }
    }

    /**
     * The same for a body that is no JSON and for one beyond the limits of its reader: of one with both faults, the piece that is read
     * first names one or the other.
     */
    private static String refusal(Failure refused) {
        return refused.kind() == Failure.Kind.MALFORMED_BODY
                        || refused.sentence().contains("JSON may have at most")
                ? "unreadable"
                : refused.kind() + " " + refused.sentence();
    }

    private static BodyBuffer pieces(byte[] json, int piece) {
        var body = new BodyBuffer();
        for (var at = 0; at < json.length; at += piece) {
            body.add(Buffer.buffer(Arrays.copyOfRange(json, at, Math.min(json.length, at + piece))));
        }
        return body;
    }

    private static void check(Map<String, @Nullable Object> members) {
        var written = Json.write(members);
        Invariant.same(written, Json.write(Json.readObject(written)), "What was accepted can be stored and read again");
        try {
            SendBody.parse(members);
        } catch (Failure refused) {
            Invariant.same(Failure.Kind.VALIDATION_ERROR, refused.kind(), "A mistake of the caller is a 422");
            Invariant.holds(!refused.issues().isEmpty(), "and names the mistake");
            checkSentences(refused);
        }
    }

    /** Answers are JSON in UTF-8, which has no half of a surrogate pair. */
    private static void checkSentences(Failure refused) {
        refused.issues().forEach(issue -> {
            Invariant.holds(isWellFormed(issue.field()), "A field is well-formed");
            Invariant.holds(isWellFormed(issue.message()), "A message is well-formed");
        });
        Invariant.holds(isWellFormed(refused.sentence()), "A sentence is well-formed");
    }

    private static boolean isWellFormed(String text) {
        return text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
    }
}
