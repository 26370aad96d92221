package io.godwit.uploads;

/** Reads the header of a JPEG (ITU T.81 annex B): the first frame header contains the size. */
final class Jpeg {

    private static final int FIRST_MARKER = 2;

    private Jpeg() {}

    static ImageHeader read(ByteReader bytes) {
        var at = (long) FIRST_MARKER;
        while (true) {
            if (bytes.octet(at) != 0xff) {
                throw ImageHeader.broken("JPEG");
            }
            var marker = bytes.octet(at + 1);
            if (isFrame(marker)) {
                return new ImageHeader(ImageType.JPEG, bytes.bigShort(at + 7), bytes.bigShort(at + 5), 1);
            }
            at += marker == 0xff ? 1 : segment(bytes, at, marker);
        }
    }

    /** The distance to the next marker. Fails for pixels before a size, and for the end marker. */
    private static int segment(ByteReader bytes, long at, int marker) {
        if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
            return 2;
        }
        var length = bytes.bigShort(at + 2);
        if (marker < 0xc0 || marker == 0xd8 || marker == 0xd9 || marker == 0xda || length < 2) {
            throw ImageHeader.broken("JPEG");
        }
        return 2 + length;
    }

    /** True for a frame header: of C0 to CF all but three, which are tables and an extension (T.81 table B.1). */
    private static boolean isFrame(int marker) {
        return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    }
}
