package io.godwit.uploads;

/** Reads the header of a PNG (RFC 2083), with the frames of an animated one. */
final class Png {

    private static final int FIRST_CHUNK = 8;
    private static final int IHDR_LENGTH = 13;
    /** The bytes of a chunk's length, type and check sum. */
    private static final int AROUND_CHUNK = 12;

    private Png() {}

    static ImageHeader read(ByteReader bytes) {
        if (bytes.bigInt(FIRST_CHUNK) != IHDR_LENGTH || !bytes.has(FIRST_CHUNK + 4, "IHDR")) {
            throw ImageHeader.broken("PNG");
        }
        return new ImageHeader(
                ImageType.PNG, bytes.bigInt(FIRST_CHUNK + 8), bytes.bigInt(FIRST_CHUNK + 12), frames(bytes));
    }

    /** The number of frames in the {@code acTL} chunk, which is before the pixels; 1 without one. */
    private static int frames(ByteReader bytes) {
        var at = (long) FIRST_CHUNK;
        while (!bytes.has((int) at + 4, "IDAT")) {
            if (bytes.has((int) at + 4, "acTL")) {
                return (int) Math.min(Integer.MAX_VALUE, bytes.bigInt(at + 8));
            }
            at += AROUND_CHUNK + bytes.bigInt(at);
            // Fails if the bytes end here, whatever length the chunk claims: there has to be a further chunk until the
            // pixels come.
            bytes.octet(at + AROUND_CHUNK - 1);
        }
        return 1;
    }
}
