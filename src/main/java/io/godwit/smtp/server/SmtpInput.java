package io.godwit.smtp.server;

import io.godwit.smtp.message.ByteBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Splits the input of an SMTP client into commands and messages, and removes the stuffed dots (RFC 5321 §4.5.2). */
final class SmtpInput {

    /** The octets of a message beyond the limit that are read and dropped, as a multiple of the limit; then the client is disconnected. */
    private static final int MAX_EXCESS = 4;

    static final String FULL = "Too much mail at once, come again later";

    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};
    private static final int FIRST = 8 << 10;

    private final int maxSize;
    private byte[] octets = new byte[FIRST];
    private int length;
    private int scanned;
    private boolean inData;
    private boolean lacksSpace;
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
        if (inData && scanned == length && length + more.length > maxSize) {
            drop();
        }
        if (length + more.length > Math.max(maxSize, 2 * more.length) || dropped > (long) MAX_EXCESS * maxSize) {
            return false;
        }
        if (length + more.length > octets.length) {
            var doubled = Math.min(2 * octets.length, Math.max(maxSize, FIRST));
            octets = Arrays.copyOf(octets, Math.max(length + more.length, doubled));
        }
        System.arraycopy(more, 0, octets, length, more.length);
        length += more.length;
        return true;
    }

    /** Gives up the message in reception because there is no space for it; as of one too large, only its end is looked for. */
    void giveUp() {
        lacksSpace = true;
    }

    private void drop() {
        dropped += length;
        length = 0;
        scanned = 0;
        octets = octets.length > FIRST ? new byte[FIRST] : octets;
    }

    boolean inData() {
        return inData;
    }

    /** Returns the octets of memory in use beyond those that every connection has. */
    int memory() {
        return octets.length - FIRST;
    }

    int length() {
        return length;
    }

    /** Returns the reply to the message that has just ended if it was discarded; empty when it is complete. */
    Optional<String> refusal() {
        if (lacksSpace) {
            return Optional.of("452 4.3.1 " + FULL);
        }
        return dropped > 0 ? Optional.of("552 5.3.4 The message is too large") : Optional.empty();
    }

    /** Starts a message; the line end of the command DATA is the line end before its first line. */
    void beginData() {
        inData = true;
        lacksSpace = false;
        matched = 2;
        dropped = 0;
    }

    /** Returns the next command line, without its line end; empty until the line end was received. */
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

    /** Returns the message; empty until the final dot was received. One that was discarded has no octets. */
    Optional<byte[]> message() {
        while (scanned < length) {
            var octet = octets[scanned++];
            matched = octet == END[matched] ? matched + 1 : octet == '\r' ? 1 : 0;
            if (matched == END.length) {
                var message = refusal().isPresent() ? new byte[0] : plain(scanned - 3);
                inData = false;
                discard(scanned);
                return Optional.of(message);
            }
        }
        if (refusal().isPresent()) {
            drop();
        }
        return Optional.empty();
    }

    /** Returns the message without the dots that stand before other dots; the octets between them are copied in runs. */
    private byte[] plain(int end) {
        var plain = new ByteBuilder(end);
        var copied = 0;
        for (var at = 0; at < end; at++) {
            if (octets[at] == '.' && (at == 0 || (at > 1 && octets[at - 1] == '\n' && octets[at - 2] == '\r'))) {
                plain.add(octets, copied, at - copied);
                copied = at + 1;
            }
        }
        return plain.add(octets, copied, end - copied).toBytes();
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
