package io.godwit.delivery.egress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * The failures and successes of connections to addresses and for single domains, beside those that traffic shaping learns of whole
 * sites. Lost at a restart.
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
    private final FailureHolds domains;
    private final FailureHolds unprovenAddresses;

    RouteMemory(Clock clock) {
        domains = new FailureHolds(clock);
        unprovenAddresses = new FailureHolds(clock);
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
        unprovenAddresses.passed(site, address.getHostAddress());
        if (route.tlsPolicy()) {
            domains.passed(site, route.domain());
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
    Optional<HeldException> hold(ShapingKey site, MailRoute route) {
        return route.tlsPolicy() ? domains.hold(site, route.domain()) : Optional.empty();
    }

    /** Returns the reason no connection is opened to any of the addresses now, the one that ends first. */
    Optional<HeldException> hold(ShapingKey site, Collection<InetAddress> addresses) {
        var holds = addresses.stream()
                .flatMap(address -> unprovenAddresses.hold(site, address.getHostAddress()).stream())
                .toList();
        return holds.size() < addresses.size()
                ? Optional.empty()
                : holds.stream().min(Comparator.comparing(HeldException::pause));
    }

    /** Notes that a connection is begun for the domain. */
    void started(ShapingKey site, MailRoute route) {
        if (route.tlsPolicy()) {
            domains.started(site, route.domain());
        }
    }

    /** Notes that the address is tried. */
    void started(ShapingKey site, InetAddress address) {
        unprovenAddresses.started(site, address.getHostAddress());
    }

    /** Notes that a host did not meet the policy of the domain; returns the reason its emails wait now. */
    HeldException policyFailed(ShapingKey site, MailRoute route, String sentence, Instant startedAt) {
        return domains.failed(site, route.domain(), sentence, startedAt);
    }

    /** Notes that none of the addresses took a connection; returns the reason the emails to them wait now. */
    HeldException addressesFailed(
            ShapingKey site, Collection<InetAddress> addresses, String sentence, Instant startedAt) {
        return addresses.stream()
                .map(address -> unprovenAddresses.failed(site, address.getHostAddress(), sentence, startedAt))
                .min(Comparator.comparing(HeldException::pause))
                .orElseThrow();
    }

    /** Forgets the failures that hold single domains and addresses of the site. */
    void forgetFailures(ShapingKey site) {
        domains.forget(site);
        unprovenAddresses.forget(site);
    }
}
