package io.godwit.sending.content;

import io.godwit.sending.content.ContentTexts.OctetParts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The value of the column {@code contents.compressed}: a format octet, the octets of body, text and raw as three big-endian
 * integers (−1: there is none), and all three one after the other as a DEFLATE stream (RFC 1951).
 *
 * <p>Level 1 of the JDK's zlib: a body of 10 KB takes 31 µs and shrinks to 27 %, and 12 µs to read. Of the others measured beside it
 * (2026-11-24, one thread of a busy machine), zstd-jni needs 29 µs for 25 % and a library for each platform in the jar, LZ4 in Java
 * 13 to 24 µs for 44 %, zstd in Java 94 µs.
 *
 * @param octets the value of the column
 * @param size octets of the three parts before
 */
public record CompressedTexts(byte[] octets, int size) {

    /** Max octets of the parts together, more than a request or a message may have (40 MB). */
    private static final int MAX_OCTETS = 64 << 20;

    private static final byte FORMAT = 1;
    private static final int HEADER = 1 + 3 * Integer.BYTES;

    /** DEFLATE makes at most so many octets of one (zlib's own figure). */
    private static final int MAX_EXPANSION = 1_032;

    /** The largest ratio of compressed to original size; above it the content is stored as it is: Base64 alone has 0.76. */
    private static final double MAX_RATIO = 0.7;

    /** Octets handed over at once: the garbage collector has to wait for the call, some 0.3 ms. */
    private static final int CHUNK = 64 * 1024;

    private static final ThreadLocal<Deflater> DEFLATER =
            ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED, true));

    private static final ThreadLocal<Inflater> INFLATER = ThreadLocal.withInitial(() -> new Inflater(true));

    /**
     * Compresses the parts; empty when they do not shrink enough, which is noticed after some 300 KB.
     */
    static Optional<CompressedTexts> of(ContentTexts texts) {
        var parts = texts.octets();
        var present = Stream.of(parts.body(), parts.text(), parts.raw())
                .flatMap(Optional::stream)
                .toList();
        var size = present.stream().mapToLong(part -> part.length).sum();
        if (size == 0 || size > MAX_OCTETS) {
            return Optional.empty();
        }
        var out = ByteBuffer.allocate(HEADER + (int) (size * MAX_RATIO));
        out.put(FORMAT)
                .putInt(length(parts.body()))
                .putInt(length(parts.text()))
                .putInt(length(parts.raw()));
        return deflate(present, out)
                ? Optional.of(new CompressedTexts(Arrays.copyOf(out.array(), out.position()), (int) size))
                : Optional.empty();
    }

    private static int length(Optional<byte[]> part) {
        return part.map(octets -> octets.length).orElse(-1);
    }

    /** Returns false when the room is not enough, or will not be. */
    private static boolean deflate(List<byte[]> parts, ByteBuffer out) {
        var deflater = DEFLATER.get();
        try {
            return deflate(deflater, parts, out);
        } finally {
            deflater.reset();
        }
    }

    private static boolean deflate(Deflater deflater, List<byte[]> parts, ByteBuffer out) {
        for (var part : parts) {
            for (var at = 0; at < part.length; at += CHUNK) {
                deflater.setInput(part, at, Math.min(CHUNK, part.length - at));
                if (!drain(deflater, out) || out.position() > HEADER + MAX_RATIO * deflater.getBytesRead()) {
                    return false;
                }
            }
        }
        deflater.finish();
        return drain(deflater, out);
    }

    /** Writes what there is to write; returns false when there is no room for it. */
    private static boolean drain(Deflater deflater, ByteBuffer out) {
        int written;
        do {
            written = deflater.deflate(out);
        } while (written > 0 && out.hasRemaining());
        return out.hasRemaining() || deflater.finished();
    }

    /**
     * Reads a value of the column. Fails with {@link IllegalStateException} when it is damaged or of an unknown format, before more
     * than the size it names is written.
     */
    static ContentTexts read(byte[] octets) {
        var in = ByteBuffer.wrap(octets);
        if (octets.length < HEADER || in.get() != FORMAT) {
            throw damaged("has an unknown format", null);
        }
        var body = part(in.getInt(), octets.length);
        var text = part(in.getInt(), octets.length);
        var raw = part(in.getInt(), octets.length);
        var parts = Stream.of(body, text, raw).flatMap(Optional::stream).toList();
        if (parts.stream().mapToLong(part -> part.length).sum() > MAX_OCTETS) {
            throw damaged("names too large a size", null);
        }
        inflate(in, parts);
        return new OctetParts(body, text, raw).texts();
    }

    private static Optional<byte[]> part(int length, int compressed) {
        if (length < -1 || length > MAX_OCTETS || length > (long) compressed * MAX_EXPANSION) {
            throw damaged("names too large a size", null);
        }
        return length == -1 ? Optional.empty() : Optional.of(new byte[length]);
    }

    private static void inflate(ByteBuffer in, List<byte[]> parts) {
        var inflater = INFLATER.get();
        try {
            inflater.setInput(in);
            for (var part : parts) {
                fill(inflater, part);
            }
            if (inflater.inflate(new byte[1]) > 0 || !inflater.finished()) {
                throw damaged("is longer than the size it names", null);
            }
        } catch (DataFormatException unreadable) {
            throw damaged("cannot be read", unreadable);
        } finally {
            inflater.reset();
        }
    }

    private static void fill(Inflater inflater, byte[] part) throws DataFormatException {
        for (int at = 0, read; at < part.length; at += read) {
            read = inflater.inflate(part, at, part.length - at);
            if (read == 0) {
                throw damaged("ends early", null);
            }
        }
    }

    private static IllegalStateException damaged(String how, @Nullable Throwable cause) {
        return new IllegalStateException("The stored content of an email " + how, cause);
    }
}
