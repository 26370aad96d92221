package io.godwit.webhooks;

import io.godwit.dns.AddressRange;
import io.godwit.dns.AllowedAddresses;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The operator's list of targets that may be called although they are not public.
 *
 * @param ranges ranges of addresses
 * @param hostsAndPorts hosts with their ports, as {@link TargetUrl#place} writes them; these may be called on any port
 */
record AddressAllowList(AllowedAddresses ranges, List<String> hostsAndPorts) {

    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9_.-]+):[0-9]{1,5}");

    /** Parses {@code 10.0.0.0/8}, {@code 10.1.2.3} and {@code crm.internal:8080}. Fails for any other text. */
    static AddressAllowList of(List<String> texts) {
        var ranges = new ArrayList<AddressRange>();
        var parts = new ArrayList<String>();
        for (var text : texts) {
            var entry = text.strip().toLowerCase(Locale.ROOT);
            if (HOST_AND_PORT.matcher(entry).matches()) {
                parts.add(entry);
            } else {
                ranges.add(AddressRange.of(entry));
            }
        }
        return new AddressAllowList(new AllowedAddresses(ranges), List.copyOf(parts));
    }

    boolean names(TargetUrl target) {
        return hostsAndPorts.contains(target.place());
    }

    /** Tells whether an address is one of the ranges. */
    boolean opens(InetAddress address) {
        return ranges.names(address);
    }
}
