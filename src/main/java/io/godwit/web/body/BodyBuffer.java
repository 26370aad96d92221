package io.godwit.web.body;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Holds the bytes of one request body, in the pieces they came in. Owned by one thread at a time. */
public final class BodyBuffer {

    private final Deque<Buffer> pieces = new ArrayDeque<>(2);
    private long size;

    public void add(Buffer piece) {
        pieces.add(piece);
        size += piece.length();
    }

    public long size() {
        return size;
    }

    public void clear() {
        pieces.clear();
        size = 0;
    }

    /** One array; for bodies that are small. */
    public byte[] bytes() {
        if (pieces.size() == 1) {
            return pieces.getFirst().getBytes();
        }
        var bytes = new byte[(int) size];
        var at = 0;
        for (var piece : pieces) {
            piece.getBytes(bytes, at);
            at += piece.length();
        }
        return bytes;
    }

    /** SHA-256 of method, path and body: what makes two requests the same. */
    public byte[] digest(String method, String path) {
        var digest = sha256();
        digest.update((method + ' ' + path + '\n').getBytes(StandardCharsets.UTF_8));
        pieces.forEach(piece -> digest.update(piece.getBytes()));
        return digest.digest();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }

    /** The bytes one after the other; each piece is forgotten once it is read. Not UTF-8 is an {@link IOException}. */
    InputStream drain(Utf8JsonCheck check) {
        return new Draining(check);
    }

    private final class Draining extends InputStream {

        private final Utf8JsonCheck check;
        private byte[] piece = {};
        private int at;

        private Draining(Utf8JsonCheck check) {
            this.check = check;
        }

        @Override
        public int read() throws IOException {
            return hasMore() ? piece[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (!hasMore()) {
                return -1;
            }
            var count = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, into, offset, count);
            at += count;
            return count;
        }

        private boolean hasMore() throws IOException {
            while (at == piece.length && !pieces.isEmpty()) {
                piece = pieces.removeFirst().getBytes();
                at = 0;
                if (!check.feed(piece)) {
                    throw new IOException("not UTF-8");
                }
            }
            return at < piece.length;
        }
    }
}
