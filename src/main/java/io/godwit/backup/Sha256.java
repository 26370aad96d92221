package io.godwit.backup;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 that grows with the bytes of a backup. */
final class Sha256 {

    private final MessageDigest digest = digest();

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String of(byte[] bytes) {
        var sum = new Sha256();
        sum.add(bytes, bytes.length);
        return sum.hex();
    }

    void add(byte[] bytes, int length) {
        digest.update(bytes, 0, length);
    }

    /** Adds what tells a file from the next: its name and its length. */
    void addHeading(String name, long length) {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(ByteBuffer.allocate(1 + Long.BYTES)
                .put((byte) 0)
                .putLong(length)
                .flip());
    }

    /** Ends the sum. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
