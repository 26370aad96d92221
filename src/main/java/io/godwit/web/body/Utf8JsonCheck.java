package io.godwit.web.body;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks that bytes can be JSON in UTF-8 (RFC 3629: no overlong forms, no surrogates; RFC 8259 §8.1: no byte order mark, no
 * other encoding, so no NUL), piece by piece, because the parser is more lenient. It also notes whether a backslash was
 * seen: without one no escape can have smuggled anything in.
 */
final class Utf8JsonCheck {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long BACKSLASHES = LOW_BITS * '\\';

    private int wanted;
    private int lowest = 0x80;
    private int highest = 0xBF;
    private boolean started;
    private boolean backslash;

    /** Checks more bytes; returns false as soon as the bytes so far cannot begin such a text. */
    boolean feed(byte[] bytes) {
        if (!started && bytes.length > 0 && bytes[0] < 0) {
            return false;
        }
        started = true;
        var at = 0;
        while (at < bytes.length) {
            at = wanted == 0 ? skipPlain(bytes, at) : at;
            if (at < bytes.length && !feed(bytes[at++] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    /** True when no character is left half read. */
    boolean isComplete() {
        return wanted == 0;
    }

    boolean sawBackslash() {
        return backslash;
    }

    /** Eight ASCII characters at a step, none of them NUL or a backslash. */
    private static int skipPlain(byte[] bytes, int from) {
        var at = from;
        while (at + Long.BYTES <= bytes.length) {
            var eight = (long) LONGS.get(bytes, at);
            var difference = eight ^ BACKSLASHES;
            if (((eight | (eight - LOW_BITS) | (difference - LOW_BITS)) & HIGH_BITS) != 0) {
                return at;
            }
            at += Long.BYTES;
        }
        return at;
    }

    private boolean feed(int octet) {
        if (wanted == 0) {
            return octet < 0x80 ? ascii(octet) : lead(octet);
        }
        var good = octet >= lowest && octet <= highest;
        lowest = 0x80;
        highest = 0xBF;
        wanted--;
        return good;
    }

    private boolean ascii(int octet) {
        backslash |= octet == '\\';
        return octet != 0;
    }

    private boolean lead(int octet) {
        if (octet >= 0xC2 && octet <= 0xDF) {
            wanted = 1;
        } else if (octet >= 0xE0 && octet <= 0xEF) {
            wanted = 2;
            lowest = octet == 0xE0 ? 0xA0 : 0x80;
            highest = octet == 0xED ? 0x9F : 0xBF;
        } else if (octet >= 0xF0 && octet <= 0xF4) {
            wanted = 3;
            lowest = octet == 0xF0 ? 0x90 : 0x80;
            highest = octet == 0xF4 ? 0x8F : 0xBF;
        } else {
            return false;
        }
        return true;
    }
}
