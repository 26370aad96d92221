package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the addresses that emails are sent from: their reverse names, the EHLO name, and the block lists. */
final class SourceCheck {

    /**
     * Public resolvers: block lists answer them with an error or with "not listed", because they cannot tell who asks.
     */
    private static final Set<String> PUBLIC_RESOLVERS = Set.of(
            "8.8.8.8",
            "8.8.4.4",
            "1.1.1.1",
            "1.0.0.1",
            "9.9.9.9",
            "149.112.112.112",
            "208.67.222.222",
            "208.67.220.220");

    /** The answers with which block lists refuse a question instead of saying that an address is listed. */
    private static final String REFUSED = "127.255.255.";

    private final DnsResolver dns;
    private final List<String> lists;

    /** @param lists the block lists that are asked */
    SourceCheck(DnsResolver dns, List<String> lists) {
        this.dns = dns;
        this.lists = lists;
    }

    Future<List<CheckResult>> run(List<CheckedSource> sources) {
        var checks = new ArrayList<Future<CheckResult>>();
        helloNameToAddresses(sources).forEach((name, addresses) -> checks.add(ehloName(name, addresses)));
        for (var source : sources) {
            for (var address : source.addresses()) {
                checks.add(reverseName(address, source.helloName()));
                lists.forEach(list -> checks.add(blockList(address, list)));
            }
        }
        return Future.all(checks)
                .map(ignored -> checks.stream().map(Future::result).distinct().toList());
    }

    /** Several sources may greet with one name. */
    private static Map<String, Set<InetAddress>> helloNameToAddresses(List<CheckedSource> sources) {
        var helloNameToAddresses = new LinkedHashMap<String, Set<InetAddress>>();
        sources.forEach(source -> helloNameToAddresses
                .computeIfAbsent(source.helloName(), ignored -> new LinkedHashSet<>())
                .addAll(source.addresses()));
        return helloNameToAddresses;
    }

    private Future<CheckResult> ehloName(String hello, Set<InetAddress> addresses) {
        var check = new Check("ehlo-name", hello);
        if (!hello.contains(".")
                || hello.startsWith("[")
                || hello.endsWith(".local")
                || hello.endsWith(".localdomain")) {
            return Future.succeededFuture(check.failed(
                    "This machine greets with " + hello + ", which is no public name",
                    "Give this machine a public host name, or name the one it greets with in mail.direct.sources."));
        }
        return Future.all(dns.a(hello), dns.aaaa(hello)).map(both -> {
            DnsAnswer<InetAddress> four = both.resultAt(0);
            DnsAnswer<InetAddress> six = both.resultAt(1);
            if (four.isUnknown() && six.isUnknown()) {
                return check.noDns();
            }
            var own = Stream.concat(four.records().stream(), six.records().stream())
                    .toList();
            var missing =
                    addresses.stream().filter(address -> !own.contains(address)).toList();
            return missing.isEmpty() && !own.isEmpty()
                    ? check.ok(hello + " resolves to " + digits(own))
                    : check.failed(
                            missing.isEmpty()
                                    ? hello + " does not resolve to any address"
                                    : hello + " does not resolve to " + digits(missing),
                            "Add to DNS: "
                                    + recordOf(
                                            hello, missing.isEmpty() ? "<this machine's address>" : digits(missing)));
        });
    }

    private Future<CheckResult> reverseName(InetAddress address, String hello) {
        var check = new Check("reverse-name", address.getHostAddress());
        return dns.ptr(address).compose(names -> {
            if (names.isUnknown()) {
                return Future.succeededFuture(check.noDns());
            }
            if (!names.isFound()) {
                return Future.succeededFuture(check.failed(
                        "The address has no reverse name",
                        "Ask whoever gave you the address to set its reverse name (PTR) to " + hello + "."));
            }
            var name = names.records().get(0);
            return (address instanceof Inet4Address ? dns.a(name) : dns.aaaa(name))
                    .map(back -> back.isUnknown()
                            ? check.noDns()
                            : reverseName(
                                    check, address, hello, name, back.records().contains(address)));
        });
    }

    private static CheckResult reverseName(
            Check check, InetAddress address, String hello, String name, boolean confirmed) {
        if (!confirmed) {
            return check.failed(
                    "The reverse name " + name + " does not lead back to the address",
                    "Add to DNS: " + recordOf(name, address.getHostAddress()));
        } else if (isGeneric(name, address)) {
            return check.warning(
                    "The reverse name " + name + " looks like one of a dial-up address",
                    "Ask whoever gave you the address to set its reverse name (PTR) to " + hello + ".");
        } else if (!name.equalsIgnoreCase(hello)) {
            return check.warning(
                    "The reverse name is " + name + ", and this machine greets with " + hello,
                    "Set the reverse name (PTR) of the address to " + hello + ", or greet with " + name + ".");
        }
        return check.ok("The reverse name is " + name + ", and leads back to the address");
    }

    /** Returns whether the name contains the numbers of the address, as names given to whole networks do. */
    private static boolean isGeneric(String name, InetAddress address) {
        var bytes = address.getAddress();
        return address instanceof Inet4Address
                && name.contains(String.valueOf(bytes[3] & 0xff))
                && name.contains(String.valueOf(bytes[2] & 0xff))
                && name.matches(".*\\d+[-.x_]\\d+[-.x_]\\d+.*");
    }

    private Future<CheckResult> blockList(InetAddress address, String list) {
        var check = new Check("block-list", address.getHostAddress() + " at " + list);
        if (dns.servers().stream()
                .anyMatch(
                        server -> PUBLIC_RESOLVERS.contains(server.getAddress().getHostAddress()))) {
            return Future.succeededFuture(check.unknown(
                    "The list does not answer public resolvers", "Set dns.servers to a resolver of your own."));
        }
        return dns.a(DnsResolver.reversed(address) + "." + list).map(answer -> {
            if (answer.isUnknown()) {
                return check.noDns();
            }
            var codes =
                    answer.records().stream().map(InetAddress::getHostAddress).toList();
            if (codes.stream().anyMatch(code -> code.startsWith(REFUSED))) {
                return check.unknown(
                        "The list refuses the question: " + String.join(", ", codes),
                        "Set dns.servers to a resolver of your own, or get a key from the operator of the list.");
            }
            return codes.isEmpty()
                    ? check.ok("The address is not listed")
                    : check.failed(
                            "The address is listed: " + String.join(", ", codes),
                            "Find the cause and end it, then ask " + list + " to take the address off.");
        });
    }

    private static String recordOf(String name, String addresses) {
        return name + ". " + (addresses.contains(":") ? "AAAA " : "A ") + addresses;
    }

    private static String digits(List<InetAddress> addresses) {
        return String.join(
                ", ", addresses.stream().map(InetAddress::getHostAddress).toList());
    }
}
