package io.godwit.uploads;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Images as programs write them, and headers as nobody should believe them. */
public final class SampleImages {

    private SampleImages() {}

    /** A real one; {@code format} is png, jpg or gif. */
    public static byte[] real(String format, int width, int height) {
        var bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, bytes)) {
                throw new AssertionError("Nobody writes " + format);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return bytes.toByteArray();
    }

    /** A PNG without pixels; {@code frames} 0 leaves out what makes it animated. */
    public static byte[] png(int width, int height, int frames) {
        var header = ByteBuffer.allocate(13).putInt(width).putInt(height).put(new byte[] {8, 2, 0, 0, 0});
        var animation = ByteBuffer.allocate(8).putInt(frames).putInt(0);
        return joined(
                text("\u0089PNG\r\n\u001a\n"),
                chunk("IHDR", header.array()),
                frames == 0 ? new byte[0] : chunk("acTL", animation.array()),
                chunk("IDAT", new byte[] {1, 2, 3}),
                chunk("IEND", new byte[0]));
    }

    private static byte[] chunk(String type, byte[] data) {
        var crc = new CRC32();
        crc.update(joined(text(type), data));
        return ByteBuffer.allocate(12 + data.length)
                .putInt(data.length)
                .put(text(type))
                .put(data)
                .putInt((int) crc.getValue())
                .array();
    }

    /** A GIF whose frames of one pixel repeat; each frame claims a size of its own. */
    public static byte[] gif(int width, int height, int frames, int frameWidth) {
        var screen = little(7).putShort((short) width).putShort((short) height).array();
        var frame = little(14)
                .put((byte) 0x2c)
                .putInt(0)
                .putShort((short) frameWidth)
                .putShort((short) 1)
                .put(new byte[] {0, 2, 1, 0x44, 0})
                .array();
        var all = ByteBuffer.allocate(frames * frame.length);
        for (var at = 0; at < frames; at++) {
            all.put(frame);
        }
        return joined(text("GIF89a"), screen, all.array(), text(";"));
    }

    /** A WebP with a canvas, and with frames when it moves. */
    public static byte[] webp(int width, int height, int frames) {
        var canvas = little(18).put(text("VP8X")).putInt(10).putInt(frames > 0 ? 2 : 0);
        for (var shift = 0; shift < 24; shift += 8) {
            canvas.put(12 + shift / 8, (byte) (width - 1 >> shift)).put(15 + shift / 8, (byte) (height - 1 >> shift));
        }
        var frame = joined(text("ANMF"), little(4).putInt(16).array(), new byte[16]);
        var all = ByteBuffer.allocate(frames * frame.length);
        for (var at = 0; at < frames; at++) {
            all.put(frame);
        }
        return riff("WEBP", joined(canvas.array(), all.array()));
    }

    /** A lossy WebP. */
    public static byte[] lossyWebp(int width, int height) {
        var data = little(18)
                .put(text("VP8 "))
                .putInt(10)
                .put(new byte[] {0, 0, 0, (byte) 0x9d, 1, 0x2a})
                .putShort((short) width)
                .putShort((short) height);
        return riff("WEBP", data.array());
    }

    /** A lossless WebP. */
    public static byte[] losslessWebp(int width, int height) {
        var data = little(13).put(text("VP8L")).putInt(5).put((byte) 0x2f).putInt(width - 1 | height - 1 << 14);
        return riff("WEBP", data.array());
    }

    /** The container of WebP, AVI and WAV alike. */
    public static byte[] riff(String kind, byte[] data) {
        return joined(text("RIFF"), little(4).putInt(data.length + 4).array(), text(kind), data);
    }

    public static byte[] joined(byte[]... pieces) {
        var all = new ByteArrayOutputStream();
        for (var piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    /** One octet a character. */
    public static byte[] text(String characters) {
        return characters.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
