package io.godwit.webhooks;

import io.godwit.dns.PublicAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides which targets may be called: public addresses on ports of the web, and the operator's allow list. */
public final class TargetPolicy {

    /** The policy without an allow list. */
    public static final TargetPolicy STRICT = new TargetPolicy(List.of(), Set.of());

    /** Ports from 1024 on that other services than the web usually use. */
    private static final Set<Integer> OTHER_SERVICES = Set.of(
            1433, 1521, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 2525, 3306, 3389, 4369, 5432, 5433, 5601, 5671,
            5672, 5701, 5702, 5703, 5900, 5984, 6000, 6379, 6443, 6660, 6667, 7000, 7001, 8125, 8500, 9042, 9092, 9200,
            9300, 10250, 11211, 15672, 25672, 26257, 27017, 27018, 50070, 61616);

    private static final int FIRST_UNPRIVILEGED = 1_024;

    private final AddressAllowList allowList;
    private final Set<Integer> ownPorts;

    /**
     * @param allow ranges such as {@code 10.0.0.0/8}, and {@code host:port}; fails for anything else
     * @param ownPorts ports this system listens on
     */
    public TargetPolicy(List<String> allow, Set<Integer> ownPorts) {
        this.allowList = AddressAllowList.of(allow);
        this.ownPorts = Set.copyOf(ownPorts);
    }

    /**
     * Checks a URL without look-ups; a sentence about its mistake, empty when it may be called as far as that tells. If the
     * host is a placeholder only the scheme is checked, and a URL that begins with one is checked later.
     */
    public Optional<String> mistake(String url) {
        try {
            check(url.strip());
            return Optional.empty();
        } catch (CallRejectedException rejection) {
            return Optional.of(
                    rejection.sentence().substring(rejection.sentence().indexOf(' ') + 1));
        }
    }

    private void check(String url) {
        if (url.startsWith("{{") || url.startsWith("{%")) {
            return;
        }
        var scheme = url.indexOf("://");
        var authority = scheme < 0 ? "" : url.substring(scheme + 3).split("[/?#]", 2)[0];
        if (authority.contains("{{") || authority.contains("{%")) {
            TargetUrlParser.isTls(url.substring(0, scheme));
            return;
        }
        var target = read(url);
        target.literal().ifPresent(address -> check(target, List.of(address)));
    }

    /** Parses a URL and checks its port; throws {@link CallRejectedException}. */
    TargetUrl read(String url) {
        var target = TargetUrlParser.read(url);
        if (!allowList.names(target) && isOfAnotherService(target.port())) {
            throw CallRejectedException.target("Port " + target.port() + " is not called.");
        }
        return target;
    }

    /**
     * Checks the addresses of a target: all must be allowed, because the client chooses among them. Throws {@link
     * CallRejectedException}.
     */
    void check(TargetUrl target, List<InetAddress> addresses) {
        if (!allowList.names(target) && !addresses.stream().allMatch(this::mayBeCalled)) {
            throw CallRejectedException.target("The host of the URL leads to an address that is not public.");
        }
    }

    private boolean mayBeCalled(InetAddress address) {
        return PublicAddresses.isPublic(address) || allowList.opens(address);
    }

    private boolean isOfAnotherService(int port) {
        return (port < FIRST_UNPRIVILEGED && port != 80 && port != 443)
                || OTHER_SERVICES.contains(port)
                || ownPorts.contains(port);
    }
}
