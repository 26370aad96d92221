package io.godwit.web.idempotency;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.body.JsonWriter;
import io.godwit.web.server.ResponseWriter;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The first response to a request with an idempotency key, as it is stored with the work of the request.
 *
 * @param deflated the JSON of the answer, as a zlib stream (RFC 1950)
 * @param at when the work was done; without meaning before the response is stored
 */
public record StoredResponse(IdempotencyClaim claim, int status, byte[] deflated, Instant at) {

    private static final int BUFFER = 512;

    /** An answer to be kept. */
    public static StoredResponse of(IdempotencyClaim claim, ApiResponse response) {
        return new StoredResponse(claim, response.status(), deflate(json(response)), Instant.EPOCH);
    }

    /** Returns this response with its body in another form. */
    StoredResponse as(UnaryOperator<byte[]> form) {
        return new StoredResponse(claim, status, form.apply(deflated), at);
    }

    private static byte[] json(ApiResponse response) {
        var body = response.body();
        return body == null ? new byte[0] : ResponseWriter.bytes(body);
    }

    /**
     * Answers a repetition of the request with the first response, marked as such; throws {@code IDEMPOTENCY_KEY_REUSED} when it
     * asks for something else.
     */
    public ApiResponse replay(IdempotencyClaim repeated) {
        return replay(repeated, stored -> stored);
    }

    /** Replays an answer that is kept in another form; {@code open} is asked only when the request is the same. */
    ApiResponse replay(IdempotencyClaim repeated, UnaryOperator<byte[]> open) {
        if (!MessageDigest.isEqual(claim.request(), repeated.request())) {
            throw Failure.of(
                            Kind.IDEMPOTENCY_KEY_REUSED,
                            "The Idempotency-Key was used for another request; choose a new one")
                    .with("key", claim.key())
                    .with("originalRequestAt", JsonWriter.time(at))
                    .with("originalStatusCode", status);
        }
        var json = inflate(open.apply(deflated));
        return new ApiResponse(status, json.length == 0 ? null : json, Map.of("Idempotent-Replay", "true"));
    }

    private static byte[] deflate(byte[] json) {
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(json);
            deflater.finish();
            var out = new ByteArrayOutputStream(BUFFER);
            var buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static byte[] inflate(byte[] deflated) {
        var inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            var out = new ByteArrayOutputStream(BUFFER);
            var buffer = new byte[BUFFER];
            while (!inflater.finished() && !inflater.needsInput()) {
                out.write(buffer, 0, inflater.inflate(buffer));
            }
            return out.toByteArray();
        } catch (DataFormatException damaged) {
            throw new IllegalStateException("A kept answer cannot be read", damaged);
        } finally {
            inflater.end();
        }
    }
}
