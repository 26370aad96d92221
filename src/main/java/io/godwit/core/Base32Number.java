package io.godwit.core;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Writes and reads bytes as one number to the base of 32, in lower case: a form that survives systems which change upper and
 * lower case.
 */
final class Base32Number {

    private static final int BITS = 5;

    private Base32Number() {}

    /** Has {@link #count} digits, leading zeros included. */
    static String write(byte[] bytes) {
        var digits = new BigInteger(1, bytes).toString(32);
        return "0".repeat(count(bytes.length) - digits.length()) + digits;
    }

    /** Reads a number of {@code length} bytes; empty when it needs more. Fails for a text with any other character. */
    static Optional<byte[]> read(String digits, int length) {
        var value = new BigInteger(digits, 32);
        if (value.bitLength() > length * Byte.SIZE) {
            return Optional.empty();
        }
        var number = value.toByteArray();
        var bytes = new byte[length];
        var copied = Math.min(number.length, length);
        System.arraycopy(number, number.length - copied, bytes, length - copied, copied);
        return Optional.of(bytes);
    }

    static int count(int bytes) {
        return (bytes * Byte.SIZE + BITS - 1) / BITS;
    }
}
