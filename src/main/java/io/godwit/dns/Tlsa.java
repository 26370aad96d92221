package io.godwit.dns;

import java.util.HexFormat;
import java.util.Locale;

/**
 * A TLSA record (RFC 6698 §2.1).
 *
 * @param usage 2: an authority the certificate must be issued by, 3: the certificate itself; 0 and 1 mean nothing for mail
 * @param selector 0: the whole certificate, 1: its public key
 * @param matching 0: the data itself, 1: its SHA-256, 2: its SHA-512
 * @param data in lower-case hex digits
 */
public record Tlsa(int usage, int selector, int matching, String data) {

    private static final int HEAD = 6;

    /** Parses the hex digits of a record's content; fails for less than its three numbers. */
    static Tlsa of(String content) {
        var octets = HexFormat.of().parseHex(content, 0, HEAD);
        return new Tlsa(octets[0] & 0xff, octets[1] & 0xff, octets[2] & 0xff, content.substring(HEAD));
    }

    /** Returns the record in the form of a zone file, as TLS reports show it. */
    public String text() {
        return String.format(Locale.ROOT, "%d %d %d %s", usage, selector, matching, data);
    }
}
