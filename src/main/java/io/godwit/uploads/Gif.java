package io.godwit.uploads;

/** Reads the header of a GIF (87a and 89a): every frame has its own size, which may be larger than the screen's. */
final class Gif {

    private static final int SCREEN = 6;
    private static final int FIRST_BLOCK = 13;
    private static final int DESCRIPTOR = 10;

    private final ByteReader bytes;
    private long at = FIRST_BLOCK;
    private int width;
    private int height;
    private int frames;

    Gif(ByteReader bytes) {
        this.bytes = bytes;
    }

    ImageHeader read() {
        width = bytes.littleShort(SCREEN);
        height = bytes.littleShort(SCREEN + 2);
        at += colours(bytes.octet(SCREEN + 4));
        while (readBlock()) {
            // Skips blocks without decoding them; there are fewer blocks than bytes.
        }
        if (frames == 0) {
            throw ImageHeader.broken("GIF");
        }
        return new ImageHeader(ImageType.GIF, width, height, frames);
    }

    /** Reads one block; false at the trailer, or at the end of the bytes, because many programs write no trailer. */
    private boolean readBlock() {
        if (at >= bytes.length()) {
            return false;
        }
        switch (bytes.octet(at)) {
            case 0x21 -> at += 2;
            case 0x2c -> frame();
            case 0x3b -> {
                return false;
            }
            default -> throw ImageHeader.broken("GIF");
        }
        skipData();
        return true;
    }

    private void frame() {
        frames++;
        width = Math.max(width, bytes.littleShort(at + 5));
        height = Math.max(height, bytes.littleShort(at + 7));
        // The byte behind the colours is the size of the codes.
        at += DESCRIPTOR + colours(bytes.octet(at + 9)) + 1;
    }

    /** The bytes of the colour table announced by the flags. */
    private static int colours(int flags) {
        return (flags & 0x80) == 0 ? 0 : 3 << ((flags & 7) + 1);
    }

    private void skipData() {
        var size = bytes.octet(at);
        while (size > 0) {
            at += 1 + size;
            size = bytes.octet(at);
        }
        at++;
    }
}
