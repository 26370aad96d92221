package io.godwit.dns;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tells whether an address is public, by IANA's registries of special-purpose addresses (RFC 6890, as of 2026-11). Of IPv6
 * only global unicast is public, so blocks that are not assigned yet are not.
 */
public final class PublicAddresses {

    private static final List<AddressRange> SPECIAL_IPV4 = ranges(
            "0.0.0.0/8", // this network
            "10.0.0.0/8", // private
            "100.64.0.0/10", // carriers' networks
            "127.0.0.0/8", // this machine
            "169.254.0.0/16", // link-local, clouds' metadata
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments
            "192.0.2.0/24", // documentation
            "192.31.196.0/24", // AS112
            "192.52.193.0/24", // multicast tunnels
            "192.88.99.0/24", // 6to4 relays, deprecated
            "192.168.0.0/16", // private
            "192.175.48.0/24", // AS112
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4"); // reserved, and the broadcast address

    private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3");

    private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");
    private static final AddressRange TEREDO = AddressRange.of("2001::/32");
    private static final AddressRange SIX_TO_FOUR = AddressRange.of("2002::/16");

    private static final List<AddressRange> SPECIAL_IPV6 = ranges(
            "2001::/23", // protocol assignments, Teredo among them
            "2001:db8::/32", // documentation
            "2002::/16", // 6to4
            "2620:4f:8000::/48", // AS112
            "3fff::/20"); // documentation

    private PublicAddresses() {}

    public static boolean isPublic(InetAddress address) {
        return address instanceof Inet4Address
                ? isOutside(SPECIAL_IPV4, address)
                : GLOBAL_UNICAST.contains(address) && isOutside(SPECIAL_IPV6, address);
    }

    /** The IPv4 address embedded in this IPv6 address (NAT64, 6to4, Teredo). */
    public static Optional<InetAddress> inside(InetAddress address) {
        var bytes = address.getAddress();
        if (NAT64.contains(address)) {
            return Optional.of(ipv4(Arrays.copyOfRange(bytes, 12, 16)));
        } else if (SIX_TO_FOUR.contains(address)) {
            return Optional.of(ipv4(Arrays.copyOfRange(bytes, 2, 6)));
        }
        return TEREDO.contains(address) ? Optional.of(ipv4(inverted(bytes))) : Optional.empty();
    }

    /** Teredo's client address, which is written with every bit inverted (RFC 4380 §4). */
    private static byte[] inverted(byte[] address) {
        var client = Arrays.copyOfRange(address, 12, 16);
        for (var at = 0; at < client.length; at++) {
            client[at] = (byte) ~client[at];
        }
        return client;
    }

    private static InetAddress ipv4(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("An IPv4 address has 4 bytes", impossible);
        }
    }

    private static boolean isOutside(List<AddressRange> special, InetAddress address) {
        return special.stream().noneMatch(range -> range.contains(address));
    }

    private static List<AddressRange> ranges(String... texts) {
        return Stream.of(texts).map(AddressRange::of).toList();
    }
}
