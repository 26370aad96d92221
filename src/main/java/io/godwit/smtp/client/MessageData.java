package io.godwit.smtp.client;

import io.vertx.core.buffer.Buffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The octets of a message in the form of DATA (RFC 5321 §4.5.2): a dot before each dot at the beginning of a line, and a line
 * end after the last line. Runs between such dots are copied as they are.
 */
final class MessageData {

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long LINE_FEEDS = LOW_BITS * '\n';
    private static final long RETURNS = LOW_BITS * '\r';
    private static final long DOTS = LOW_BITS * '.';
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final String FINAL_DOT = ".\r\n";

    private final byte[] octets;
    private final boolean ascii;
    private final boolean lineEndsComplete;
    private int position;

    private MessageData(byte[] octets, boolean ascii, boolean lineEndsComplete) {
        this.octets = octets;
        this.ascii = ascii;
        this.lineEndsComplete = lineEndsComplete;
    }

    /** Looks at every octet once. */
    static MessageData of(byte[] octets) {
        var high = 0L;
        var complete = true;
        var at = 0;
        for (; at + Long.BYTES <= octets.length; at += Long.BYTES) {
            var word = (long) LONGS.get(octets, at);
            high |= word;
            if (hasZero(word ^ LINE_FEEDS) || hasZero(word ^ RETURNS)) {
                complete &= isComplete(octets, at, at + Long.BYTES);
            }
        }
        for (var rest = at; rest < octets.length; rest++) {
            high |= octets[rest] & HIGH_BITS;
        }
        return new MessageData(octets, (high & HIGH_BITS) == 0, complete && isComplete(octets, at, octets.length));
    }

    private static boolean hasZero(long word) {
        return ((word - LOW_BITS) & ~word & HIGH_BITS) != 0;
    }

    private static boolean isComplete(byte[] octets, int from, int to) {
        for (var at = from; at < to; at++) {
            if (octets[at] == '\n' && (at == 0 || octets[at - 1] != '\r')) {
                return false;
            }
            if (octets[at] == '\r' && (at + 1 == octets.length || octets[at + 1] != '\n')) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether all octets are below 128. */
    boolean isAscii() {
        return ascii;
    }

    /** Returns whether CR and LF stand only together; alone, some servers take them for a line end and others do not. */
    boolean lineEndsComplete() {
        return lineEndsComplete;
    }

    /** Returns whether the header section is without octets above 127, which only SMTPUTF8 allows (RFC 6531 §3). */
    boolean headersAreAscii() {
        for (var at = 0; !ascii && at < octets.length; at++) {
            if (octets[at] < 0) {
                return false;
            }
            if (octets[at] == '\n' && at + 1 < octets.length && octets[at + 1] == '\r') {
                return true;
            }
        }
        return true;
    }

    /** Returns the number of octets by the count of SIZE (RFC 1870 §5): with the last line end, without added dots. */
    long size() {
        return endsLine() ? octets.length : octets.length + 2L;
    }

    private boolean endsLine() {
        return octets.length > 0 && octets[octets.length - 1] == '\n';
    }

    /** Returns whether all octets have been appended. */
    boolean isWritten() {
        return position == octets.length;
    }

    /** Appends the next {@code max} octets of the message, and behind the last one the line end and the final dot. */
    void appendTo(Buffer out, int max) {
        var end = Math.min(octets.length, position + max);
        var from = position;
        for (var at = dot(position, end); at < end; at = dot(at + 1, end)) {
            if (at == 0 || octets[at - 1] == '\n') {
                out.appendBytes(octets, from, at - from).appendByte((byte) '.');
                from = at;
            }
        }
        out.appendBytes(octets, from, end - from);
        position = end;
        if (isWritten()) {
            out.appendString(octets.length == 0 || endsLine() ? FINAL_DOT : "\r\n" + FINAL_DOT);
        }
    }

    /** Returns the place of the first dot from there on, else {@code end}. */
    private int dot(int from, int end) {
        var at = from;
        while (at + Long.BYTES <= end && !hasZero((long) LONGS.get(octets, at) ^ DOTS)) {
            at += Long.BYTES;
        }
        while (at < end && octets[at] != '.') {
            at++;
        }
        return at;
    }
}
