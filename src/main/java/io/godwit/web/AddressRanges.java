package io.godwit.web;

import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** IP addresses and CIDR ranges from the settings, such as the trusted proxies. */
public final class AddressRanges {

    private final List<Range> ranges;

    /** Reads the ranges; throws an {@link IllegalArgumentException} for a text that is neither an address nor a CIDR range. */
    public AddressRanges(List<String> ranges) {
        this.ranges = ranges.stream().map(Range::parse).toList();
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    public boolean contains(String address) {
        var octets = octets(address);
        return octets != null && ranges.stream().anyMatch(range -> range.contains(octets));
    }

    static boolean isAddress(String text) {
        return octets(text) != null;
    }

    /** Four or sixteen octets, an IPv4 address written as IPv6 as four; null for anything but an address. */
    public static byte @Nullable [] octets(String address) {
        var zone = address.indexOf('%');
        var octets = NetUtil.createByteArrayFromIpAddressString(zone < 0 ? address : address.substring(0, zone));
        return octets != null && isMapped(octets) ? Arrays.copyOfRange(octets, 12, 16) : octets;
    }

    private static boolean isMapped(byte[] octets) {
        if (octets.length != 16 || octets[10] != -1 || octets[11] != -1) {
            return false;
        }
        for (var i = 0; i < 10; i++) {
            if (octets[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The addresses that share their first bits with {@code network}. */
    private record Range(byte[] network, int bits) {

        private static Range parse(String text) {
            var slash = text.indexOf('/');
            var network = octets((slash < 0 ? text : text.substring(0, slash)).strip());
            if (network == null) {
                throw new IllegalArgumentException("'" + text + "' is no address and no range of addresses");
            }
            return new Range(network, slash < 0 ? network.length * 8 : bits(text, slash, network.length * 8));
        }

        private static int bits(String text, int slash, int max) {
            try {
                var bits = Integer.parseInt(text.substring(slash + 1).strip());
                if (bits >= 0 && bits <= max) {
                    return bits;
                }
            } catch (NumberFormatException notANumber) {
                // Said below, like a number out of range.
            }
            throw new IllegalArgumentException("'" + text + "' must end in a number of bits from 0 to " + max);
        }

        private boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            for (var bit = 0; bit < bits; bit++) {
                var mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (network[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
