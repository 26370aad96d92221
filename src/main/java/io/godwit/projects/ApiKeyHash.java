package io.godwit.projects;

import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * The SHA-256 of an API key, the only form of a key in memory and in look-ups. A key has 256 random bits, so a fast hash is
 * enough, and comparing hashes reveals nothing about a key.
 */
record ApiKeyHash(long first, long second, long third, long fourth) {

    private static final int PREFIX = ApiKeyPair.SECRET_PREFIX.length();
    private static final int LENGTH = PREFIX + 2 * ApiKeyPair.RANDOM_BYTES;

    /** Hashes an API key; empty for a text that cannot be one: {@code pk_} or {@code sk_} and 64 lower-case hex digits. */
    static Optional<ApiKeyHash> ofText(String text) {
        if (text.length() != LENGTH || !hasPrefix(text)) {
            return Optional.empty();
        }
        for (var position = PREFIX; position < text.length(); position++) {
            if (!isHexDigit(text.charAt(position))) {
                return Optional.empty();
            }
        }
        return Optional.of(of(text));
    }

    static ApiKeyHash of(String key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.ISO_8859_1));
            return ofBytes(ByteBuffer.wrap(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java has no SHA-256", impossible);
        }
    }

    static ApiKeyHash ofBytes(Buffer bytes) {
        return ofBytes(ByteBuffer.wrap(bytes.getBytes()));
    }

    private static ApiKeyHash ofBytes(ByteBuffer bytes) {
        return new ApiKeyHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    Buffer bytes() {
        return Buffer.buffer()
                .appendLong(first)
                .appendLong(second)
                .appendLong(third)
                .appendLong(fourth);
    }

    private static boolean hasPrefix(String text) {
        return text.startsWith(ApiKeyPair.SECRET_PREFIX) || text.startsWith(ApiKeyPair.PUBLIC_PREFIX);
    }

    private static boolean isHexDigit(char digit) {
        return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
    }
}
