package io.godwit.web.limits;

import io.godwit.web.AddressRanges;
import io.godwit.web.HttpSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Stream;

/**
 * Limits the open connections of each client address over all event loops of this node. Trusted proxies and the exempt addresses
 * of the settings are not counted; a client behind a proxy is counted by its requests under way. Safe from any thread.
 */
public final class ConnectionLimiter {

    private final int perClient;
    private final AddressRanges exempt;
    private final ConnectionCounter connections;
    private final Counter refusedByClient;
    private final Counter refusedByNode;

    public ConnectionLimiter(HttpSettings settings, MeterRegistry registry) {
        this.perClient = settings.connections().perClient();
        this.connections = new ConnectionCounter(perClient);
        this.exempt = new AddressRanges(
                Stream.concat(settings.trustedProxies().stream(), settings.connections().exempt().stream())
                        .toList());
        this.refusedByClient = refused("client", registry);
        this.refusedByNode = refused("node", registry);
    }

    private static Counter refused(String limit, MeterRegistry registry) {
        return Counter.builder("godwit.http.connections.refused")
                .tag("limit", limit)
                .description("Connections closed because their client, or this node, had too many")
                .register(registry);
    }

    /** Counts one of {@code client}, an address; false, and not counted, where it has as many as it may. */
    public boolean open(String client) {
        return !isCounted(client) || connections.open(client);
    }

    /** Counts one that was opened no longer. */
    public void close(String client) {
        if (isCounted(client)) {
            connections.close(client);
        }
    }

    private boolean isCounted(String client) {
        return perClient > 0 && !exempt.contains(client);
    }

    public void countRefusedByClient() {
        refusedByClient.increment();
    }

    public void countRefusedByNode() {
        refusedByNode.increment();
    }
}
