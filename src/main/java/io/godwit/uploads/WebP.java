package io.godwit.uploads;

/** Reads the header of a WebP (RFC 9649): one of three kinds of first chunk contains the size. */
final class WebP {

    private static final int FIRST_CHUNK = 12;
    private static final int DATA = FIRST_CHUNK + 8;

    private WebP() {}

    static ImageHeader read(ByteReader bytes) {
        if (bytes.has(FIRST_CHUNK, "VP8X")) {
            return new ImageHeader(
                    ImageType.WEBP,
                    1L + bytes.littleTriple(DATA + 4),
                    1L + bytes.littleTriple(DATA + 7),
                    frames(bytes));
        } else if (bytes.has(FIRST_CHUNK, "VP8L")) {
            return lossless(bytes);
        } else if (bytes.has(FIRST_CHUNK, "VP8 ")) {
            return lossy(bytes);
        }
        throw ImageHeader.broken("WebP");
    }

    /** Reads width and height of 14 bits each, less one (RFC 9649 §3.4). */
    private static ImageHeader lossless(ByteReader bytes) {
        if (bytes.octet(DATA) != 0x2f) {
            throw ImageHeader.broken("WebP");
        }
        var bits = bytes.littleInt(DATA + 1);
        return new ImageHeader(ImageType.WEBP, 1 + (bits & 0x3fff), 1 + (bits >> 14 & 0x3fff), 1);
    }

    /** Reads width and height of 14 bits each behind the start code of a key frame (RFC 6386 §9.1). */
    private static ImageHeader lossy(ByteReader bytes) {
        if (!bytes.has(DATA + 3, "\u009d\u0001*")) {
            throw ImageHeader.broken("WebP");
        }
        return new ImageHeader(
                ImageType.WEBP, bytes.littleShort(DATA + 6) & 0x3fff, bytes.littleShort(DATA + 8) & 0x3fff, 1);
    }

    /** Counts the frames by skipping from chunk to chunk; each is padded to an even length. */
    private static int frames(ByteReader bytes) {
        var frames = 0;
        var at = (long) FIRST_CHUNK;
        while (at + 8 <= bytes.length()) {
            if (bytes.has((int) at, "ANMF")) {
                frames++;
            }
            var size = bytes.littleInt(at + 4);
            at += 8 + size + (size & 1);
        }
        return Math.max(1, frames);
    }
}
