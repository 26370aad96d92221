package io.godwit.webhooks;

import io.godwit.dns.PublicAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides whom we call: what is public, on ports of the web, and what the operator lets us. */
public final class TargetPolicy {

    /** Without exceptions. */
    public static final TargetPolicy STRICT = new TargetPolicy(List.of(), Set.of());

    /** Of the ports below the ephemeral ones, those where something else than the web usually listens. */
    private static final Set<Integer> OTHER_SERVICES = Set.of(
            1433, 1521, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 2525, 3306, 3389, 4369, 5432, 5433, 5601, 5671,
            5672, 5701, 5702, 5703, 5900, 5984, 6000, 6379, 6443, 6660, 6667, 7000, 7001, 8125, 8500, 9042, 9092, 9200,
            9300, 10250, 11211, 15672, 25672, 26257, 27017, 27018, 50070, 61616);

    private static final int FIRST_UNPRIVILEGED = 1_024;

    private final AddressAllowList exemptions;
    private final Set<Integer> ownPorts;

    /**
     * @param allow ranges such as {@code 10.0.0.0/8}, and {@code host:port}; fails for anything else
     * @param ownPorts where this system listens
     */
    public TargetPolicy(List<String> allow, Set<Integer> ownPorts) {
        this.exemptions = AddressAllowList.of(allow);
        this.ownPorts = Set.copyOf(ownPorts);
    }

    /**
     * What can be seen of a URL without asking anybody, in a sentence; empty when it may be called as far as that goes. Where
     * its host is written with a variable only the scheme is looked at, and a URL that begins with one is left for later.
     */
    public Optional<String> mistake(String url) {
        try {
            check(url.strip());
            return Optional.empty();
        } catch (CallRejectedException refused) {
            return Optional.of(refused.sentence().substring(refused.sentence().indexOf(' ') + 1));
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

    /** Takes a URL apart and looks at its port; throws {@link CallRejectedException}. */
    TargetUrl read(String url) {
        var target = TargetUrlParser.read(url);
        if (!exemptions.names(target) && isOfAnotherService(target.port())) {
            throw CallRejectedException.target("Port " + target.port() + " is not called.");
        }
        return target;
    }

    /** Every address must do: which one a client takes is up to the client. Throws {@link CallRejectedException}. */
    void check(TargetUrl target, List<InetAddress> addresses) {
        if (!exemptions.names(target) && !addresses.stream().allMatch(this::mayBeCalled)) {
            throw CallRejectedException.target("The host of the URL leads to an address that is not public.");
        }
    }

    private boolean mayBeCalled(InetAddress address) {
        return PublicAddresses.isPublic(address) || exemptions.opens(address);
    }

    private boolean isOfAnotherService(int port) {
        return (port < FIRST_UNPRIVILEGED && port != 80 && port != 443)
                || OTHER_SERVICES.contains(port)
                || ownPorts.contains(port);
    }
}
