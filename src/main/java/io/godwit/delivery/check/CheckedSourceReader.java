package io.godwit.delivery.check;

import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.routing.AddressFamily;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.PublicAddresses;
import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the sources to check: the egress sources of the settings, or else this machine. */
record CheckedSourceReader(Vertx vertx, DnsResolver dns, DeliveryCheckSettings settings) {

    Future<List<CheckedSource>> read() {
        return settings.sources().isEmpty()
                ? machine().map(List::of)
                : Future.all(settings.sources().stream().map(this::source).toList())
                        .map(found -> found.<CheckedSource>list());
    }

    /** A source behind NAT has the public address of its name. */
    private Future<CheckedSource> source(EgressSource source) {
        var address = source.address().map(CheckedSourceReader::parsed);
        var seen = address.filter(PublicAddresses::isPublic)
                .map(own -> Future.succeededFuture(List.of(own)))
                .orElseGet(() -> addressesOf(source.helloName()).map(found -> found.stream()
                        .filter(each -> AddressFamily.of(each) == source.family())
                        .toList()));
        return seen.map(addresses -> new CheckedSource(source.address(), source.helloName(), addresses));
    }

    private Future<CheckedSource> machine() {
        return vertx.executeBlocking(this::machineName, false)
                .compose(name -> settings.addresses().isEmpty()
                        ? addressesOf(name).map(found -> new CheckedSource(Optional.empty(), name, found))
                        : Future.succeededFuture(new CheckedSource(
                                Optional.empty(),
                                name,
                                settings.addresses().stream()
                                        .map(CheckedSourceReader::parsed)
                                        .toList())));
    }

    private Future<List<InetAddress>> addressesOf(String name) {
        return Future.all(dns.a(name), dns.aaaa(name)).map(both -> Stream.of(0, 1)
                .map(each -> both.<DnsAnswer<InetAddress>>resultAt(each))
                .flatMap(answer -> answer.records().stream())
                .toList());
    }

    private static InetAddress parsed(String digits) {
        try {
            return InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(digits));
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(digits, impossible);
        }
    }

    /** Returns the configured EHLO name, or this machine's own; blocks. */
    private String machineName() {
        return settings.name().orElseGet(() -> {
            try {
                return InetAddress.getLocalHost().getCanonicalHostName();
            } catch (UnknownHostException unknown) {
                return "localhost";
            }
        });
    }
}
