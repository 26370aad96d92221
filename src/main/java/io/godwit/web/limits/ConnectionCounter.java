package io.godwit.web.limits;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the open connections of each client address up to a limit. IPv6 addresses with the same first 64 bits are one client,
 * because a client can take any address below them. Safe from any thread.
 */
public final class ConnectionCounter {

    private final int perClient;
    private final Map<UUID, Integer> networkToOpen = new ConcurrentHashMap<>();

    /** @param perClient max connections of one client at once */
    public ConnectionCounter(int perClient) {
        this.perClient = perClient;
    }

    /** Counts a connection of {@code client}, an address; false, and not counted, when it has as many as it may. */
    public boolean open(String client) {
        if (networkToOpen.merge(AddressRateLimiter.network(client), 1, Integer::sum) <= perClient) {
            return true;
        }
        close(client);
        return false;
    }

    /** Ends a connection that {@link #open} has counted. */
    public void close(String client) {
        networkToOpen.computeIfPresent(
                AddressRateLimiter.network(client), (network, open) -> open > 1 ? open - 1 : null);
    }
}
