package io.godwit.uploads;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;

/**
 * The header of an image: its type, its size in pixels and its number of frames. The pixels are not decoded.
 *
 * @param width in pixels
 * @param height in pixels
 * @param frames 1 for a still image
 */
record ImageHeader(ImageType type, long width, long height, int frames) {

    /** The name of the field of the form that an image is uploaded in, which failures name. */
    static final String FIELD = "image";

    /** Max pixels along one side. */
    private static final int MAX_SIDE_PIXELS = 12_000;
    /** Max pixels of one frame: 200 MB in a program that decodes it. */
    private static final long MAX_PIXELS = 50_000_000;

    private static final int MAX_FRAMES = 1_000;

    /**
     * Reads the header; throws 415 for bytes that are no image of a supported type, 422 for a header that is broken or
     * describes too large an image.
     */
    static ImageHeader read(byte[] content) {
        var bytes = new ByteReader(content);
        try {
            return read(bytes).checked();
        } catch (ByteReader.Truncated tooShort) {
            throw Failure.invalid(FIELD, "custom", "The image ends before its header does");
        }
    }

    private static ImageHeader read(ByteReader bytes) {
        if (bytes.has(0, "\u0089PNG\r\n\u001a\n")) {
            return Png.read(bytes);
        } else if (bytes.has(0, "\u00ff\u00d8\u00ff")) {
            return Jpeg.read(bytes);
        } else if (bytes.has(0, "GIF87a") || bytes.has(0, "GIF89a")) {
            return new Gif(bytes).read();
        } else if (bytes.has(0, "RIFF") && bytes.has(8, "WEBP")) {
            return WebP.read(bytes);
        }
        throw Failure.of(
                Kind.UNSUPPORTED_MEDIA_TYPE,
                "The image must be a PNG, JPEG, GIF or WebP; its content is none of these");
    }

    private ImageHeader checked() {
        if (width < 1 || height < 1) {
            throw Failure.invalid(FIELD, "too_small", "The image has no pixels");
        }
        if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
            throw Failure.invalid(
                    FIELD,
                    "too_big",
                    "The image has " + width + " x " + height + " pixels; at most " + MAX_SIDE_PIXELS
                            + " along a side and " + MAX_PIXELS + " altogether are taken");
        }
        if (frames > MAX_FRAMES) {
            throw Failure.invalid(FIELD, "too_big", "The image has more than " + MAX_FRAMES + " frames");
        }
        return this;
    }

    static Failure broken(String what) {
        return Failure.invalid(FIELD, "custom", "The header of the " + what + " cannot be read");
    }
}
