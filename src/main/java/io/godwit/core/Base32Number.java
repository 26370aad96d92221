package io.godwit.core;

import java.math.BigInteger;

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

    /** Reads the lowest {@code length} bytes of the number; fails for a text with any other character. */
    static byte[] read(String digits, int length) {
        var number = new BigInteger(digits, 32).toByteArray();
        var bytes = new byte[length];
        var kept = Math.min(number.length, length);
        System.arraycopy(number, number.length - kept, bytes, length - kept, kept);
        return bytes;
    }

    static int count(int bytes) {
        return (bytes * Byte.SIZE + BITS - 1) / BITS;
    }
}
