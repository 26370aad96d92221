package io.godwit.smtp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing row of octets; what a message is written into. Not for several threads. */
final class Octets {

    private byte[] octets;
    private int length;

    Octets(int capacity) {
        octets = new byte[Math.max(64, capacity)];
    }

    Octets add(int octet) {
        room(1);
        octets[length++] = (byte) octet;
        return this;
    }

    /** Text known to be ASCII; anything else becomes a question mark. */
    Octets ascii(String text) {
        return add(text.getBytes(StandardCharsets.US_ASCII));
    }

    Octets add(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, octets, length, more.length);
        length += more.length;
        return this;
    }

    Octets line(String text) {
        return ascii(text).endLine();
    }

    Octets endLine() {
        return add('\r').add('\n');
    }

    boolean isEmpty() {
        return length == 0;
    }

    byte[] toBytes() {
        return Arrays.copyOf(octets, length);
    }

    /** Makes room for so many octets, which {@link #put} may then write. */
    Octets room(int more) {
        if (length + more > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(length + more, 2 * octets.length));
        }
        return this;
    }

    /** Like {@link #add(int)} where {@link #room} was made before. */
    Octets put(int octet) {
        octets[length++] = (byte) octet;
        return this;
    }
}
