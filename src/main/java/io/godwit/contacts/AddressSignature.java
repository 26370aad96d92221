package io.godwit.contacts;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes the signature of a block of addresses: 8,192 bits, of which each trigram of the addresses sets one. A text of three
 * characters or more can be in the block only if the bits of its trigrams are set; of a full block about one bit in ten is. The
 * bits are numbered as by {@code get_bit} of PostgreSQL. They are stored, so the computation must not change.
 */
public final class AddressSignature {

    private static final int GRAM = 3;

    private static final int BYTES = 1024;

    private static final int BITS = BYTES * Byte.SIZE;

    /** Bits of a hash above those that number a bit. */
    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(BITS);

    private static final int BASE = 31;

    /** 2^32 divided by the golden ratio, which spreads similar numbers (Knuth, The Art of Computer Programming 3, 6.4). */
    private static final int SPREAD = 0x9E3779B1;

    /** Trigrams of a text that are looked at: more hardly exclude more blocks, and each costs 0.1 µs a block. */
    private static final int MAX_TESTED = 4;

    private AddressSignature() {}

    /** Returns the signature of a block with these addresses. */
    public static byte[] of(List<String> addresses) {
        var signature = new byte[BYTES];
        addresses.forEach(address ->
                trigrams(address).forEach(bit -> signature[bit / Byte.SIZE] |= (byte) (1 << (bit % Byte.SIZE))));
        return signature;
    }

    /** The numbers of bits that are set in the signature of each block with the text: at most four, none for a shorter text. */
    public static List<Integer> bits(String text) {
        var all = trigrams(text).toArray();
        var tested = Math.min(MAX_TESTED, all.length);
        return IntStream.range(0, tested)
                .map(number -> all[number * (all.length - 1) / Math.max(1, tested - 1)])
                .distinct()
                .boxed()
                .toList();
    }

    private static IntStream trigrams(String text) {
        var characters = text.codePoints().toArray();
        return IntStream.rangeClosed(0, characters.length - GRAM)
                .map(start -> bit(Arrays.copyOfRange(characters, start, start + GRAM)));
    }

    private static int bit(int... gram) {
        return (((gram[0] * BASE + gram[1]) * BASE + gram[2]) * SPREAD) >>> SHIFT;
    }
}
