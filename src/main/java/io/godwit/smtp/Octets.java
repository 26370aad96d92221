package io.godwit.smtp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing row of octets; what a message is written into. Up to a bound, if it has one. Not for several threads. */
final class Octets {

    /** No array is longer on any virtual machine. */
    private static final int NO_BOUND = Integer.MAX_VALUE - 8;
    /** Writers of lines reserve more than they may need. */
    private static final int RESERVE = 128;

    private final int most;
    private byte[] octets;
    private int length;

    Octets(int capacity) {
        this(capacity, NO_BOUND);
    }

    /** Does not grow, but for a line of reserve, beyond {@code most}. */
    static Octets upTo(int most, int capacity) {
        return new Octets(Math.min(capacity, most), most + RESERVE);
    }

    private Octets(int capacity, int most) {
        this.most = most;
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
        return add(more, 0, more.length);
    }

    Octets add(byte[] from, int place, int count) {
        room(count);
        System.arraycopy(from, place, octets, length, count);
        length += count;
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

    /**
     * Makes room for so many octets, which {@link #put} may then write.
     *
     * @throws IllegalArgumentException when they would go beyond the bound
     */
    Octets room(int more) {
        var needed = (long) length + more;
        if (needed > most) {
            throw new IllegalArgumentException(
                    "The message has too many bytes; at most " + (most - RESERVE) + " can be sent");
        }
        if (needed > octets.length) {
            octets = Arrays.copyOf(octets, (int) Math.min(Math.max(needed, 2L * octets.length), most));
        }
        return this;
    }

    /** Like {@link #add(int)} where {@link #room} was made before. */
    Octets put(int octet) {
        octets[length++] = (byte) octet;
        return this;
    }
}
