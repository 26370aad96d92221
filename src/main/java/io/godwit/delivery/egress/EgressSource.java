package io.godwit.delivery.egress;

import com.google.common.net.InetAddresses;
import io.godwit.delivery.routing.AddressFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A local address and the name it greets with.
 *
 * @param name the address, or the greeting name where the system chooses the address
 * @param address the local address of connections; empty: the system chooses, of IPv4
 * @param helloName the name EHLO says; receivers compare it with the reverse name of the address
 * @param pool the egress pool it belongs to
 * @param warmUp whether the address is new to the world, so that it starts with little email
 */
public record EgressSource(String name, Optional<String> address, String helloName, String pool, boolean warmUp) {

    /** The pool of email that names no other. */
    public static final String DEFAULT_POOL = "default";

    /** Creates the source of a node whose settings name none. */
    public static EgressSource ofSystem(String helloName) {
        return new EgressSource(helloName, Optional.empty(), helloName, DEFAULT_POOL, false);
    }

    /**
     * Parses {@code 192.0.2.1 mail.example.com}, with the name of a pool behind it, and {@code warm-up} last for a new address.
     * Fails for any other text.
     */
    public static EgressSource of(String text) {
        var words = new ArrayList<>(List.of(text.strip().split("\\s+", -1)));
        var warmUp = words.size() > 2 && words.remove("warm-up");
        if (words.size() < 2 || words.size() > 3 || !words.get(1).matches("[A-Za-z0-9.-]+|\\[[0-9A-Fa-f.:]+]")) {
            throw new IllegalArgumentException("“" + text + "” is no address with a greeting name");
        }
        var address = InetAddresses.toAddrString(InetAddresses.forString(words.get(0)));
        return new EgressSource(
                address, Optional.of(address), words.get(1), words.size() == 3 ? words.get(2) : DEFAULT_POOL, warmUp);
    }

    /** Returns the IP version of its connections. */
    public AddressFamily family() {
        return address.map(InetAddresses::forString).map(AddressFamily::of).orElse(AddressFamily.IPV4);
    }
}
