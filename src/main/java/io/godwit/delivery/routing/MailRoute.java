package io.godwit.delivery.routing;

import io.godwit.dns.Mx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The mail hosts of a domain.
 *
 * @param hosts in the order they are tried, at least one
 * @param tlsPolicy whether connections must meet the policy of the domain for encryption
 */
public record MailRoute(String domain, List<Mx> hosts, boolean tlsPolicy) {

    public MailRoute {
        hosts = List.copyOf(hosts);
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("A route has at least one host");
        }
    }

    /** Creates a route whose connections must meet the domain's policy for encryption. */
    public MailRoute(String domain, List<Mx> hosts) {
        this(domain, hosts, true);
    }

    /** Returns the same route for an email that is delivered whatever the encryption. */
    public MailRoute withoutTlsPolicy() {
        return new MailRoute(domain, hosts, false);
    }

    /** Returns the same hosts by preference, those of equal preference in random order (RFC 5321 §5.1). */
    MailRoute shuffled(Random random) {
        var shuffled = new ArrayList<>(hosts);
        Collections.shuffle(shuffled, random);
        shuffled.sort(Comparator.comparingInt(Mx::preference));
        return new MailRoute(domain, shuffled);
    }

    /** Returns the names of the hosts, in the order they are tried. */
    public List<String> hostNames() {
        return hosts.stream().map(Mx::host).toList();
    }

    /**
     * Returns the site: the sorted set of the hosts. Domains with the same hosts have the same site, and share its connections
     * and its limits.
     */
    public String site() {
        return hosts.stream().map(Mx::host).distinct().sorted().collect(Collectors.joining(","));
    }
}
