package io.godwit.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The values that bind a provider's answer to one authorization request.
 *
 * @param state returned with the answer
 * @param nonce returned inside the token (OpenID Connect Core 3.1.3.7)
 * @param verifier sent when the code is exchanged; before that, only its hash is sent (RFC 7636)
 */
public record AuthorizationState(String state, String nonce, String verifier) {

    /** The code challenge (RFC 7636 §4.2, S256). */
    String hashOfVerifier() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java has no SHA-256", impossible);
        }
    }

    /** Tells whether a token has the nonce of this request; compares in constant time. */
    boolean isNonce(@Nullable Object other) {
        return MessageDigest.isEqual(
                nonce.getBytes(StandardCharsets.UTF_8), String.valueOf(other).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "AuthorizationState";
    }
}
