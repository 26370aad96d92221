package io.godwit.accounts;

import io.godwit.core.Crypto;
import io.godwit.web.auth.HostCookie;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Recognises browsers a user has signed in with before, which may sign in while an attacker guesses passwords. The cookie
 * is base64url of the second of its creation (8 bytes) and 16 bytes of an HMAC over it, the user and the hash of the
 * password, so that a new password makes every device unknown. The cookie alone gives no access.
 */
final class DeviceCookie {

    private static final String NAME = "godwit_device";

    private static final String PURPOSE = "devices";
    private static final Duration LIFETIME = Duration.ofDays(180);
    private static final int HMAC_BYTES = 16;
    private static final int MAX_LENGTH = 64;

    private final Crypto crypto;
    private final Clock clock;
    private final HostCookie cookie;

    /** @param https whether browsers reach the server by https */
    DeviceCookie(Crypto crypto, Clock clock, boolean https) {
        this.crypto = crypto;
        this.clock = clock;
        this.cookie = HostCookie.named(NAME, https);
    }

    /** The {@code Set-Cookie} for the browser of a user who has just signed in. */
    String deviceCookie(User user) {
        var second = ByteBuffer.allocate(Long.BYTES)
                .putLong(clock.instant().getEpochSecond())
                .array();
        var token = Arrays.copyOf(second, Long.BYTES + HMAC_BYTES);
        System.arraycopy(hmac(second, user), 0, token, Long.BYTES, HMAC_BYTES);
        return cookie.set(Base64.getUrlEncoder().withoutPadding().encodeToString(token), LIFETIME);
    }

    /** Tells whether a request carries a cookie that this server gave the user under the current password. */
    boolean isKnown(String cookies, User user) {
        return token(cookies).filter(token -> isAuthentic(token, user)).isPresent();
    }

    private Optional<byte[]> token(String cookies) {
        try {
            return cookie.value(List.of(cookies))
                    .filter(text -> text.length() <= MAX_LENGTH)
                    .map(Base64.getUrlDecoder()::decode);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private boolean isAuthentic(byte[] token, User user) {
        if (token.length != Long.BYTES + HMAC_BYTES) {
            return false;
        }
        var second = Arrays.copyOf(token, Long.BYTES);
        var age = clock.instant().getEpochSecond() - ByteBuffer.wrap(second).getLong();
        return age >= 0
                && age <= LIFETIME.toSeconds()
                && MessageDigest.isEqual(hmac(second, user), Arrays.copyOfRange(token, Long.BYTES, token.length));
    }

    private byte[] hmac(byte[] second, User user) {
        var remaining = (user.id() + " " + user.passwordHash().orElse("")).getBytes(StandardCharsets.UTF_8);
        var message = ByteBuffer.allocate(second.length + remaining.length)
                .put(second)
                .put(remaining)
                .array();
        return Arrays.copyOf(crypto.sign(PURPOSE, message), HMAC_BYTES);
    }
}
