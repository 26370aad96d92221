package io.godwit.uploads;

/** PNG (RFC 2083), with the frames of an animated one. */
final class Png {

    private static final int FIRST_CHUNK = 8;
    private static final int IHDR_LENGTH = 13;
    /** Length, type and check sum. */
    private static final int AROUND_CHUNK = 12;

    private Png() {}

    static ImageInfo read(ByteReader bytes) {
        if (bytes.bigInt(FIRST_CHUNK) != IHDR_LENGTH || !bytes.has(FIRST_CHUNK + 4, "IHDR")) {
            throw ImageInfo.broken("PNG");
        }
        return new ImageInfo(
                ImageType.PNG, bytes.bigInt(FIRST_CHUNK + 8), bytes.bigInt(FIRST_CHUNK + 12), frames(bytes));
    }

    /** What an {@code acTL} chunk says; it stands before the pixels. */
    private static int frames(ByteReader bytes) {
        var at = (long) FIRST_CHUNK;
        while (!bytes.has((int) at + 4, "IDAT")) {
            if (bytes.has((int) at + 4, "acTL")) {
                return (int) Math.min(Integer.MAX_VALUE, bytes.bigInt(at + 8));
            }
            at += AROUND_CHUNK + bytes.bigInt(at);
            // Whatever its length claims: there has to be a chunk at least, until the pixels come.
            bytes.octet(at + AROUND_CHUNK - 1);
        }
        return 1;
    }
}
