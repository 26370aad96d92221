package io.godwit.web.limits;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop;
import io.godwit.web.AddressRanges;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Limits the actions of one client address per minute, over all nodes. An IPv6 client is identified by its first 64 bits, because
 * it can take any address below them. At most 100,000 networks are counted one by one; beyond them, new ones share 1,000
 * counters.
 */
public final class AddressRateLimiter {

    private static final int SECONDS = 60;
    private static final int SLOTS = 12;
    private static final int MAX_ADDRESSES = 100_000;
    private static final int NETWORK_OCTETS = 8;

    private final int perMinute;
    private final ClusterRateCounter counter;

    /**
     * @param name apart from other limits of addresses
     * @param perMinute 0 = no limit
     */
    public AddressRateLimiter(String name, int perMinute, LongSupplier nanos) {
        this.perMinute = perMinute;
        this.counter = new ClusterRateCounter("ratelimit.addresses." + name, SLOTS, MAX_ADDRESSES, nanos);
    }

    /** Begins the exchange with the other nodes on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx, Bus bus) {
        return counter.start(vertx, bus);
    }

    /** Counts one if the address may; for what is known before it is done. */
    public boolean admit(String address) {
        return perMinute == 0 || counter.admit(network(address), perMinute).admitted();
    }

    /** Counts one for the address; throws {@code RATE_LIMIT_EXCEEDED} when it is at its limit. */
    public void require(String address) {
        if (perMinute > 0) {
            var result = counter.admit(network(address), perMinute);
            if (!result.admitted()) {
                var seconds = (result.slotsUntilRelief() * SECONDS) / SLOTS;
                throw Failure.later(Kind.RATE_LIMIT_EXCEEDED, "Too many requests from your address", seconds);
            }
        }
    }

    /** Names the network of a client: its IPv4 address, also one written as IPv6, or the first 64 bits of its IPv6 address. */
    public static UUID network(String address) {
        var octets = AddressRanges.octets(address);
        if (octets == null) {
            return UUID.nameUUIDFromBytes(address.getBytes(StandardCharsets.UTF_8));
        }
        return UUID.nameUUIDFromBytes(octets.length == 4 ? octets : Arrays.copyOf(octets, NETWORK_OCTETS));
    }
}
