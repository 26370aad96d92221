package io.godwit.dns;

import java.net.InetAddress;
import java.util.List;

/**
 * The addresses that a name chosen by a stranger may lead to: public ones, and ranges that the operator allows.
 *
 * @param ranges ranges that are allowed although they are not public
 */
public record AllowedAddresses(List<AddressRange> ranges) {

    public AllowedAddresses {
        ranges = List.copyOf(ranges);
    }

    /** Parses ranges such as {@code 10.0.0.0/8}. Fails for any other text. */
    public static AllowedAddresses of(List<String> ranges) {
        return new AllowedAddresses(
                ranges.stream().map(String::strip).map(AddressRange::of).toList());
    }

    /** Returns whether a connection to the address is allowed. */
    public boolean allows(InetAddress address) {
        return PublicAddresses.isPublic(address) || names(address);
    }

    /**
     * Returns whether the ranges contain the address. An address with another one embedded counts only if that one is allowed
     * too.
     */
    public boolean names(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address))
                && PublicAddresses.inside(address).map(this::allows).orElse(true);
    }
}
