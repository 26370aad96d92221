package io.godwit.web.body;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The coding gzip (RFC 9110 §8.4.1.3) of answers. */
public final class GzipCoding {

    public static final String NAME = "gzip";

    private GzipCoding() {}

    /**
     * Returns whether a client takes gzip (RFC 9110 §12.5.3).
     *
     * @param accepted its header Accept-Encoding
     */
    public static boolean isAccepted(@Nullable String accepted) {
        if (accepted == null) {
            return false;
        }
        for (var coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
            var parts = coding.replace(" ", "").split(";", -1);
            if (parts[0].equals(NAME)) {
                return parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
            }
        }
        return false;
    }

    /** Compresses a whole body; a megabyte of JSON takes some 10 ms. */
    public static byte[] compressed(byte[] bytes) {
        try (var pieces = new GzipStream()) {
            pieces.write(bytes);
            return pieces.end();
        }
    }

    /** Compresses a body piece by piece. For one thread at a time. */
    public static final class GzipStream implements AutoCloseable {

        private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        private final Fast stream;

        public GzipStream() {
            try {
                this.stream = new Fast(packed);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        /** Adds a piece; returns the octets that the client needs in order to read it. */
        public byte[] add(byte[] piece) {
            try {
                write(piece);
                stream.flush();
                return take();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        /** Returns the octets behind the last piece. */
        public byte[] end() {
            try {
                stream.finish();
                return take();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        private void write(byte[] piece) {
            try {
                stream.write(piece);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        private byte[] take() {
            var octets = packed.toByteArray();
            packed.reset();
            return octets;
        }

        /** Frees the memory of the compressor, which lies outside the heap. */
        @Override
        public void close() {
            stream.release();
        }
    }

    /** Compresses at the fastest level, which already gains most of what can be gained with JSON. */
    private static final class Fast extends GZIPOutputStream {

        private Fast(ByteArrayOutputStream into) throws IOException {
            super(into, 512, true);
            def.setLevel(Deflater.BEST_SPEED);
        }

        private void release() {
            def.end();
        }
    }
}
