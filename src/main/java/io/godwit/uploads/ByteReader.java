package io.godwit.uploads;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads an image's bytes by position. A position behind the end fails with {@link Truncated}. */
final class ByteReader {

    private final byte[] bytes;

    ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The failure of an image that ends before its header does. */
    static final class Truncated extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Truncated() {
            super("The image ends too early", null, false, false);
        }
    }

    int length() {
        return bytes.length;
    }

    int octet(long at) {
        if (at < 0 || at >= bytes.length) {
            throw new Truncated();
        }
        return bytes[(int) at] & 0xff;
    }

    /** Two octets, the most significant first. */
    int bigShort(long at) {
        return octet(at) << 8 | octet(at + 1);
    }

    /** Two octets, the least significant first. */
    int littleShort(long at) {
        return octet(at + 1) << 8 | octet(at);
    }

    /** Three octets, the least significant first. */
    int littleTriple(long at) {
        return octet(at + 2) << 16 | littleShort(at);
    }

    /** Four octets, the most significant first. */
    long bigInt(long at) {
        return (long) bigShort(at) << 16 | bigShort(at + 2);
    }

    /** Four octets, the least significant first. */
    long littleInt(long at) {
        return (long) littleShort(at + 2) << 16 | littleShort(at);
    }

    /** Tells whether these characters are at a position, one octet each. */
    boolean has(int at, String characters) {
        var wanted = characters.getBytes(StandardCharsets.ISO_8859_1);
        return at + wanted.length <= bytes.length
                && Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
    }
}
