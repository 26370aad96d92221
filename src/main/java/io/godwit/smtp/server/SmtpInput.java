package io.godwit.smtp.server;

import io.godwit.smtp.message.ByteBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Splits the input of an SMTP client into commands and messages, and removes the stuffed dots (RFC 5321 §4.5.2). */
final class SmtpInput {

    /** The factor by which a client may exceed the limit after it was told; then it is disconnected. */
    private static final int TIMEOUT_CHECKS = 4;

    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};
    private static final int FIRST = 8 << 10;

    private final int maxSize;
    private byte[] octets = new byte[FIRST];
    private int length;
    private int scanned;
    private boolean inData;
    private int matched;
    private long dropped;

    /** Creates an input for messages of at most this many octets. */
    SmtpInput(int maxSize) {
        this.maxSize = maxSize;
    }

    /**
     * Adds received octets. Of a message that is too large only the end is looked for, so that its client can be told. Returns
     * false when the connection has to be closed.
     */
    boolean add(byte[] more) {
        if (inData && scanned == length && (dropped > 0 || length + more.length > maxSize)) {
            dropped += length;
            length = 0;
            scanned = 0;
        }
        if (length + more.length > Math.max(maxSize, 2 * more.length) || dropped > (long) TIMEOUT_CHECKS * maxSize) {
            return false;
        }
        if (length + more.length > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(length + more.length, 2 * octets.length));
        }
        System.arraycopy(more, 0, octets, length, more.length);
        length += more.length;
        return true;
    }

    boolean inData() {
        return inData;
    }

    /** Returns the number of octets in memory. */
    int length() {
        return length;
    }

    /** Returns whether octets of the current message, or of the one that has just ended, were discarded. */
    boolean isTooLarge() {
        return dropped > 0;
    }

    /** Starts a message; the line end of the command DATA is the line end before its first line. */
    void beginData() {
        inData = true;
        matched = 2;
        dropped = 0;
    }

    Optional<String> line() {
        for (; scanned + 1 < length; scanned++) {
            if (octets[scanned] == '\r' && octets[scanned + 1] == '\n') {
                var line = new String(octets, 0, scanned, StandardCharsets.ISO_8859_1);
                discard(scanned + 2);
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** Returns the message; empty until the final dot was received. */
    Optional<byte[]> message() {
        while (scanned < length) {
            var octet = octets[scanned++];
            matched = octet == END[matched] ? matched + 1 : octet == '\r' ? 1 : 0;
            if (matched == END.length) {
                var message = isTooLarge() ? new byte[0] : plain(scanned - 3);
                inData = false;
                discard(scanned);
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    private byte[] plain(int end) {
        var plain = new ByteBuilder(end);
        for (var at = 0; at < end; at++) {
            var stuffed =
                    octets[at] == '.' && (at == 0 || (at > 1 && octets[at - 1] == '\n' && octets[at - 2] == '\r'));
            if (!stuffed) {
                plain.add(octets[at]);
            }
        }
        return plain.toBytes();
    }

    private void discard(int count) {
        length -= count;
        var small = length <= FIRST && octets.length > 8 * FIRST;
        octets = small
                ? Arrays.copyOf(Arrays.copyOfRange(octets, count, count + length), FIRST)
                : shifted(octets, count, length);
        scanned = 0;
    }

    private static byte[] shifted(byte[] octets, int from, int length) {
        System.arraycopy(octets, from, octets, 0, length);
        return octets;
    }
}
