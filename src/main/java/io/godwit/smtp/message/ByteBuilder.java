package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte buffer for messages, with an optional bound. Not safe for several threads. */
public final class ByteBuilder {

    /** The max array length of any virtual machine. */
    private static final int NO_BOUND = Integer.MAX_VALUE - 8;
    /** Octets added to the bound, because writers of lines reserve more than they may need. */
    private static final int RESERVE = 128;

    private final int max;
    private byte[] octets;
    private int length;

    public ByteBuilder(int capacity) {
        this(capacity, NO_BOUND);
    }

    /** Creates a builder that grows to {@code most} octets and one line of reserve. */
    static ByteBuilder upTo(int max, int capacity) {
        return new ByteBuilder(Math.min(capacity, max), max + RESERVE);
    }

    private ByteBuilder(int capacity, int max) {
        this.max = max;
        octets = new byte[Math.max(64, capacity)];
    }

    public ByteBuilder add(int octet) {
        ensureCapacity(1);
        octets[length++] = (byte) octet;
        return this;
    }

    /** Adds text known to be ASCII; any other character becomes a question mark. */
    ByteBuilder ascii(String text) {
        return add(text.getBytes(StandardCharsets.US_ASCII));
    }

    ByteBuilder utf8(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    ByteBuilder add(byte[] more) {
        return add(more, 0, more.length);
    }

    /** Adds {@code count} octets of an array, from a position on. */
    public ByteBuilder add(byte[] from, int position, int count) {
        ensureCapacity(count);
        System.arraycopy(from, position, octets, length, count);
        length += count;
        return this;
    }

    ByteBuilder line(String text) {
        return ascii(text).endLine();
    }

    ByteBuilder endLine() {
        return add('\r').add('\n');
    }

    boolean isEmpty() {
        return length == 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(octets, length);
    }

    /**
     * Reserves space for this many octets, which {@link #put} may then write.
     *
     * @throws IllegalArgumentException when they would exceed the bound
     */
    ByteBuilder ensureCapacity(int more) {
        var needed = (long) length + more;
        if (needed > max) {
            throw new IllegalArgumentException(
                    "The message has too many bytes; at most " + (max - RESERVE) + " can be sent");
        }
        if (needed > octets.length) {
            octets = Arrays.copyOf(octets, (int) Math.min(Math.max(needed, 2L * octets.length), max));
        }
        return this;
    }

    /** Adds an octet like {@link #add(int)}, after {@link #ensureCapacity}. */
    ByteBuilder put(int octet) {
        octets[length++] = (byte) octet;
        return this;
    }
}
