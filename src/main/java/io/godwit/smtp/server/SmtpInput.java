package io.godwit.smtp.server;

import io.godwit.smtp.message.ByteBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Cuts what an SMTP client sends into commands and messages, and takes the stuffed dots out (RFC 5321 §4.5.2). */
final class SmtpInput {

    /** A client that goes on so many times beyond the limit, although it was told, is cut off. */
    private static final int PATIENCE = 4;

    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};
    private static final int FIRST = 8 << 10;

    private final int largest;
    private byte[] octets = new byte[FIRST];
    private int length;
    private int scanned;
    private boolean inData;
    private int matched;
    private long dropped;

    /** For messages of at most so many octets. */
    SmtpInput(int largest) {
        this.largest = largest;
    }

    /**
     * Of a message that is too large only the end is looked for, so that its client can be told. False when there is no sense
     * in listening on.
     */
    boolean add(byte[] more) {
        if (inData && scanned == length && (dropped > 0 || length + more.length > largest)) {
            dropped += length;
            length = 0;
            scanned = 0;
        }
        if (length + more.length > Math.max(largest, 2 * more.length) || dropped > (long) PATIENCE * largest) {
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

    /** Octets held. */
    int length() {
        return length;
    }

    /** Whether octets of the message under way, or of the one that has just ended, were thrown away. */
    boolean isTooLarge() {
        return dropped > 0;
    }

    /** The command DATA is the line end before the first line. */
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

    /** Empty until the final dot is there. */
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
