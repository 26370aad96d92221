package io.godwit.dns;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;

/** A range of addresses of one family that begin with the same bits. */
public record AddressRange(InetAddress first, int bits) {

    /** Parses {@code 10.0.0.0/8}, {@code fd00::/8}, or one address. Fails for any other text. */
    public static AddressRange of(String text) {
        var slash = text.indexOf('/');
        var first = InetAddresses.forString(slash < 0 ? text : text.substring(0, slash));
        var maxPrefix = first.getAddress().length * Byte.SIZE;
        var bits = slash < 0 ? maxPrefix : Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > maxPrefix) {
            throw new IllegalArgumentException("An address of this kind has " + maxPrefix + " bits");
        }
        return new AddressRange(first, bits);
    }

    public boolean contains(InetAddress address) {
        var firstOctets = first.getAddress();
        var octets = address.getAddress();
        if (firstOctets.length != octets.length) {
            return false;
        }
        for (var bit = 0; bit < bits; bit += Byte.SIZE) {
            var mask = 0xff & (0xff00 >> Math.min(Byte.SIZE, bits - bit));
            if (((firstOctets[bit / Byte.SIZE] ^ octets[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
