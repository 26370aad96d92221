package io.godwit.delivery.egress;

import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.TrafficRequest;
import io.godwit.delivery.shaping.TrafficShaper;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The connections of a node to mail hosts, by egress source and site, within the limits of traffic shaping.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ConnectionPool {

    /** Number of pools above which those without a connection are dropped. */
    private static final int MIN_POOLS = 1_000;

    private final Vertx vertx;
    private final Clock clock;
    private final TrafficShaper shaper;
    private final Connector connector;
    private final Map<ShapingKey, SitePool> keyToPool = new HashMap<>();
    private int maxPools = MIN_POOLS;

    public ConnectionPool(Vertx vertx, Clock clock, TrafficShaper shaper, Connector connector) {
        this.vertx = vertx;
        this.clock = clock;
        this.shaper = shaper;
        this.connector = connector;
    }

    /**
     * Completes with a connection for one email, which must be released: greeted, and encrypted as the policy of the route and the host
     * allow; other emails may be on it. Fails with a {@link HeldException} when the email has to wait, and with a {@link
     * io.godwit.delivery.routing.RoutingException} when no host has an address.
     */
    public Future<LeasedConnection> lease(
            EgressSource source, ShapedSite site, MailRoute route, TrafficRequest request) {
        dropUnused();
        var pool = keyToPool.computeIfAbsent(
                site.from(source.name()), ignored -> new SitePool(vertx, clock, shaper, connector, source, site));
        pool.update(site);
        return connector
                .connectionGroup(route)
                .map(group -> new LeaseRequest(route, group, request))
                .compose(lease -> pool.acquire(lease).map(connection -> new LeasedConnection(pool, lease, connection)));
    }

    /** Returns the number of emails that may go behind others on the open connections from a source to a site. */
    public int overlap(ShapingKey key) {
        var pool = keyToPool.get(key);
        return pool == null ? 0 : pool.overlap();
    }

    /** Ends the waiting of single domains and addresses of a site. */
    public void resume(ShapingKey key) {
        connector.clearFailures(key);
    }

    /**
     * Returns the writer of the failures that hold single domains and addresses.
     *
     * @param sourceToFence the fence of the lease of a source
     */
    public ConnectionHoldWriter holdWriter(SqlClient db, ToLongFunction<String> sourceToFence) {
        return new ConnectionHoldWriter(connector.memory(), db, sourceToFence);
    }

    /** Keeps the number of pools near that of the sites in use, however many sites there are in all. */
    private void dropUnused() {
        if (keyToPool.size() >= maxPools) {
            keyToPool.values().removeIf(SitePool::isUnused);
            maxPools = Math.max(MIN_POOLS, 2 * keyToPool.size());
        }
    }

    /** Returns the number of open connections of a source to all sites. */
    public int size(String source) {
        return connector.counter().open(source);
    }

    /** Closes the connections of a source, those in use when their emails have ended, and leases no more of it. */
    public void close(String source) {
        var lost = keyToPool.entrySet().stream()
                .filter(entry -> entry.getKey().source().equals(source))
                .map(Map.Entry::getValue)
                .toList();
        keyToPool.keySet().removeIf(key -> key.source().equals(source));
        lost.forEach(SitePool::close);
    }

    /** Closes all connections at once, those in use as well; completes five seconds later at most. */
    public Future<Void> close() {
        keyToPool.values().forEach(SitePool::close);
        keyToPool.clear();
        return connector.close();
    }
}
