package io.godwit.webhooks;

import io.godwit.core.id.WebhookCallId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a call by Standard Webhooks (symmetric, {@code v1}): HMAC-SHA256 over id, seconds and body with dots between, one
 * signature for each secret that is valid now, with spaces between.
 */
final class WebhookSignature {

    private static final String HMAC = "HmacSHA256";

    private WebhookSignature() {}

    static String sign(List<SigningSecret> secrets, WebhookCallId id, long seconds, byte[] body) {
        var head = (id + "." + seconds + ".").getBytes(StandardCharsets.US_ASCII);
        return secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret.key(), head, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] hmac(byte[] key, byte[] head, byte[] body) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("HMAC-SHA256 does not work on this Java", impossible);
        }
    }
}
