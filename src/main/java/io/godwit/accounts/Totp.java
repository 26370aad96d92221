package io.godwit.accounts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based one-time passwords that change every 30 seconds (RFC 6238), of the kind every authenticator app supports:
 * HMAC-SHA-1, six digits. Written here, because vertx-auth-otp accepts only the present step and accepts a code twice.
 */
final class Totp {

    /** The bytes of a secret: RFC 4226 §4 recommends 160 bits. */
    static final int SECRET_BYTES = 20;

    static final int DIGITS = 6;

    private static final int STEP_SECONDS = 30;

    /** Steps a clock may differ, either way (RFC 6238 §5.2). */
    private static final int OFF = 1;

    private Totp() {}

    /**
     * Finds the step with this code, if it is within {@link #OFF} of the present one and later than {@code last}; codes are
     * compared in constant time.
     */
    static OptionalLong step(byte[] secret, String code, Instant now, long last) {
        var present = stepAt(now);
        return LongStream.rangeClosed(present - OFF, present + OFF)
                .filter(step -> MessageDigest.isEqual(bytes(code(secret, step, DIGITS)), bytes(code)))
                .filter(step -> step > last)
                .findFirst();
    }

    static long stepAt(Instant now) {
        return Math.floorDiv(now.getEpochSecond(), STEP_SECONDS);
    }

    /** Computes the code of a step (RFC 4226 §5.3): four bytes of the hash from the offset in its last half byte. */
    static String code(byte[] secret, long step, int digits) {
        var hash = hmac(secret, ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        var number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xF) & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%0" + digits + "d", number % (long) Math.pow(10, digits));
    }

    private static byte[] hmac(byte[] secret, byte[] message) {
        try {
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This Java has no HMAC-SHA-1", impossible);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
