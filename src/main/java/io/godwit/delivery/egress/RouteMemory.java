package io.godwit.delivery.egress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.delivery.egress.ConnectionHold.HoldKey;
import io.godwit.delivery.egress.ConnectionHold.Kind;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The failures and successes of connections to addresses and for single domains, beside those that traffic shaping learns of whole
 * sites. A restart loses the dead and the proven addresses, and keeps what holds emails.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class RouteMemory {

    private static final int MAX_ADDRESSES = 10_000;

    /** The time an address that could not be reached is tried last. */
    private static final Duration DEAD = Duration.ofMinutes(10);

    /** The time for which an address is known to take mail after a connection to it was opened. */
    private static final Duration PROVEN = Duration.ofDays(7);

    private final Cache<InetAddress, Boolean> dead = addresses(DEAD);
    private final Cache<InetAddress, Boolean> proven = addresses(PROVEN);
    private final FailureHolds holds;

    RouteMemory(Clock clock) {
        holds = new FailureHolds(clock);
    }

    private static HoldKey domain(ShapingKey site, MailRoute route) {
        return new HoldKey(site, Kind.DOMAIN, route.domain());
    }

    private static HoldKey address(ShapingKey site, InetAddress address) {
        return new HoldKey(site, Kind.ADDRESS, address.getHostAddress());
    }

    private static Cache<InetAddress, Boolean> addresses(Duration age) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_ADDRESSES)
                .expireAfterWrite(age)
                .build();
    }

    boolean isDead(InetAddress address) {
        return dead.getIfPresent(address) != null;
    }

    /** Notes that nobody greeted at the address. */
    void unreachable(InetAddress address) {
        dead.put(address, Boolean.TRUE);
    }

    /** Notes an open session. */
    void opened(ShapingKey site, MailRoute route, InetAddress address) {
        dead.invalidate(address);
        proven.put(address, Boolean.TRUE);
        holds.passed(address(site, address));
        if (route.tlsPolicy()) {
            holds.passed(domain(site, route));
        }
    }

    /**
     * Returns whether a failure at these addresses says something about the site. Anybody can name any host of a provider in an MX
     * record, so at a site that domains with different hosts share it does so only where one of the addresses took mail before.
     */
    boolean isOfSite(ShapedSite site, Collection<InetAddress> addresses) {
        return !site.isShared() || addresses.stream().anyMatch(address -> proven.getIfPresent(address) != null);
    }

    /** Returns the reason no connection is opened for the domain of the route now. */
    Optional<HeldException> findHold(ShapingKey site, MailRoute route) {
        return route.tlsPolicy() ? holds.find(domain(site, route)) : Optional.empty();
    }

    /** Returns the reason no connection is opened to any of the addresses now, the one that ends first. */
    Optional<HeldException> findHold(ShapingKey site, Collection<InetAddress> addresses) {
        var held = addresses.stream()
                .flatMap(address -> holds.find(address(site, address)).stream())
                .toList();
        return held.size() < addresses.size()
                ? Optional.empty()
                : held.stream().min(Comparator.comparing(HeldException::pause));
    }

    /** Notes that a connection is begun for the domain. */
    void started(ShapingKey site, MailRoute route) {
        if (route.tlsPolicy()) {
            holds.started(domain(site, route));
        }
    }

    /** Notes that the address is tried. */
    void started(ShapingKey site, InetAddress address) {
        holds.started(address(site, address));
    }

    /** Notes that a host did not meet the policy of the domain; returns the reason its emails wait now. */
    HeldException policyFailed(ShapingKey site, MailRoute route, String sentence, Instant startedAt) {
        return holds.failed(domain(site, route), sentence, startedAt);
    }

    /** Notes that none of the addresses took a connection; returns the reason the emails to them wait now. */
    HeldException addressesFailed(
            ShapingKey site, Collection<InetAddress> addresses, String sentence, Instant startedAt) {
        return addresses.stream()
                .map(address -> holds.failed(address(site, address), sentence, startedAt))
                .min(Comparator.comparing(HeldException::pause))
                .orElseThrow();
    }

    /** Forgets the failures that hold single domains and addresses of the site. */
    void clearFailures(ShapingKey site) {
        holds.clear(site);
    }

    /** Forgets what holds emails of a source that another node took over. */
    void removeSource(String source) {
        holds.removeSource(source);
    }

    /** Continues with stored failures. */
    void restore(Collection<ConnectionHold> stored) {
        holds.restore(stored);
    }

    /** Returns the failures that have changed since the last call; empty for one that has ended. */
    Map<HoldKey, Optional<ConnectionHold>> takeChangedHolds() {
        return holds.takeChanged();
    }
}
