package io.godwit.webhooks;

import io.godwit.core.Crypto;
import io.godwit.core.Json;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request of a call as it is stored: encrypted, and decrypted only for the call it was encrypted for.
 *
 * @param oversized true: the body was longer than allowed and was not stored
 */
record CallRequest(String url, Map<String, String> headers, Optional<String> body, boolean oversized) {

    /** The maximum size of a body in bytes. */
    static final int MAX_BODY_BYTES = 256 << 10;

    static CallRequest of(NewCall call) {
        var oversized = call.body().filter(CallRequest::isTooLarge).isPresent();
        return new CallRequest(call.url(), call.headers(), oversized ? Optional.empty() : call.body(), oversized);
    }

    private static boolean isTooLarge(String body) {
        return body.length() > MAX_BODY_BYTES || body.getBytes(StandardCharsets.UTF_8).length > MAX_BODY_BYTES;
    }

    byte[] seal(Crypto crypto, ProjectId project, WebhookCallId call) {
        var parts = new LinkedHashMap<String, @Nullable Object>();
        parts.put("url", url);
        parts.put("headers", headers);
        parts.put("body", body.orElse(null));
        parts.put("oversized", oversized);
        return crypto.encrypt(Json.write(parts).getBytes(StandardCharsets.UTF_8), encryptionContext(project, call));
    }

    /**
     * Decrypts a request; throws {@link CallRejectedException} for bytes that were encrypted for another call or are
     * damaged.
     */
    static CallRequest open(Crypto crypto, ProjectId project, WebhookCallId call, byte[] sealed) {
        try {
            var parts = Json.readObject(
                    new String(crypto.decrypt(sealed, encryptionContext(project, call)), StandardCharsets.UTF_8));
            return new CallRequest(
                    String.valueOf(parts.get("url")),
                    texts(parts.get("headers")),
                    Optional.ofNullable(parts.get("body")).map(String::valueOf),
                    Boolean.TRUE.equals(parts.get("oversized")));
        } catch (IllegalArgumentException damaged) {
            throw CallRejectedException.request("What was to be sent cannot be read any more.");
        }
    }

    private static Map<String, String> texts(@Nullable Object headers) {
        var texts = new LinkedHashMap<String, String>();
        if (headers instanceof Map<?, ?> map) {
            map.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
        }
        return texts;
    }

    private static byte[] encryptionContext(ProjectId project, WebhookCallId call) {
        return ("webhook_calls " + project + " " + call).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "CallRequest";
    }
}
