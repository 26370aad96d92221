package io.godwit.webhooks;

import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** Resolves all addresses of a host. */
@FunctionalInterface
interface AddressResolver {

    /**
     * Resolves a host, IPv4 first, as a machine without IPv6 is more common than one without IPv4; empty when no address is
     * found. Never fails.
     */
    Future<List<InetAddress>> addresses(String host);

    static AddressResolver by(DnsResolver dns) {
        return host -> {
            var ipv4 = dns.a(host);
            var ipv6 = dns.aaaa(host);
            return Future.all(ipv4, ipv6).map(ignored -> Stream.of(ipv4.result(), ipv6.result())
                    .flatMap(found -> found.records().stream())
                    .toList());
        };
    }
}
