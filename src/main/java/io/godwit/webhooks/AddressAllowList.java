package io.godwit.webhooks;

import io.godwit.dns.AddressRange;
import io.godwit.dns.PublicAddresses;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the operator lets us call although it is not public.
 *
 * @param ranges addresses
 * @param places hosts with their ports, as {@link TargetUrl#place} writes them; to these any port is open
 */
record AddressAllowList(List<AddressRange> ranges, List<String> places) {

    private static final Pattern PLACE = Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9_.-]+):[0-9]{1,5}");

    /** Reads {@code 10.0.0.0/8}, {@code 10.1.2.3}, {@code crm.internal:8080}. Fails for anything else. */
    static AddressAllowList of(List<String> texts) {
        var ranges = new ArrayList<AddressRange>();
        var places = new ArrayList<String>();
        for (var text : texts) {
            var entry = text.strip().toLowerCase(Locale.ROOT);
            if (PLACE.matcher(entry).matches()) {
                places.add(entry);
            } else {
                ranges.add(AddressRange.of(entry));
            }
        }
        return new AddressAllowList(List.copyOf(ranges), List.copyOf(places));
    }

    boolean names(TargetUrl target) {
        return places.contains(target.place());
    }

    /** An address that carries another inside is let through only when that one may be called too. */
    boolean opens(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.holds(address))
                && PublicAddresses.inside(address)
                        .map(inside -> PublicAddresses.isPublic(inside) || opens(inside))
                        .orElse(true);
    }
}
