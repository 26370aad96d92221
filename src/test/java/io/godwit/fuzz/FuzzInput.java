package io.godwit.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cuts the octets of a fuzzer into the arguments of one call: numbers come from single octets, texts end with NUL. */
final class FuzzInput {

    private final byte[] octets;
    private int at;

    FuzzInput(byte[] octets) {
        this.octets = octets;
    }

    /** Reads one octet as a number from 0 to below {@code bound}, at most 256; 0 at the end. */
    int number(int bound) {
        return at < octets.length ? (octets[at++] & 0xFF) % bound : 0;
    }

    /** Reads a text in UTF-8 up to the next NUL, or to the end. */
    String text() {
        var from = Math.min(at, octets.length);
        var end = from;
        while (end < octets.length && octets[end] != 0) {
            end++;
        }
        at = end + 1;
        return new String(octets, from, end - from, StandardCharsets.UTF_8);
    }

    /** Returns the octets that are left. */
    byte[] rest() {
        var from = Math.min(at, octets.length);
        at = octets.length;
        return Arrays.copyOfRange(octets, from, octets.length);
    }
}
