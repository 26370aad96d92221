package io.godwit.accounts;

import io.godwit.web.JsonBody;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret in a link of an email, which proves that its sender reads the mailbox: 32 random bytes as hex digits. Only its
 * hash is stored; a fast hash is enough for so many random bits.
 */
public record OneTimeToken(String text) {

    /** The number of characters of a token. */
    public static final int LENGTH = 64;

    private static final SecureRandom RANDOM = new SecureRandom();

    public static OneTimeToken random() {
        var bytes = new byte[LENGTH / 2];
        RANDOM.nextBytes(bytes);
        return new OneTimeToken(HexFormat.of().formatHex(bytes));
    }

    /** Reads the member {@code token} of a body; throws a 422 with every issue of the body. */
    public static OneTimeToken of(JsonBody body) {
        var text = body.text("token", LENGTH, LENGTH);
        return body.build(() -> new OneTimeToken(text));
    }

    /** The SHA-256 hash of the token. */
    public Buffer hash() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return Buffer.buffer(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java has no SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return "OneTimeToken";
    }
}
