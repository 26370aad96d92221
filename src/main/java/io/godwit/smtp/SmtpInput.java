package io.godwit.smtp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Cuts what an SMTP client sends into commands and messages, and takes the stuffed dots out (RFC 5321 §4.5.2). */
final class SmtpInput {

    /** More than the largest message we send (40 MB). */
    static final int LARGEST = 50 << 20;

    private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};
    private static final int FIRST = 8 << 10;

    private byte[] octets = new byte[FIRST];
    private int length;
    private int scanned;
    private boolean inData;
    private int matched;

    /** False when the client sends more than any message may have. */
    boolean add(byte[] more) {
        if (length + more.length > LARGEST) {
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

    /** The command DATA is the line end before the first line. */
    void beginData() {
        inData = true;
        matched = 2;
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
                var message = plain(scanned - 3);
                inData = false;
                discard(scanned);
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    private byte[] plain(int end) {
        var plain = new Octets(end);
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
