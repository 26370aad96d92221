package io.godwit.delivery.tls;

import io.godwit.dns.DnsAnswer;
import io.godwit.dns.Mx;
import io.godwit.dns.SecureAnswer;
import io.godwit.dns.Tlsa;
import io.godwit.dns.ValidatingResolver;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the DANE policy of a mail host: its TLSA records count only when DNSSEC proves the MX records of the domain, the address of
 * the host, and the records themselves (RFC 7672 §2.2). Where the MX records are proven, no other host may be connected to: an
 * attacker who forges those of another resolver would lead to a host without TLSA records. Answers are kept for their time to live.
 */
final class DaneResolver {

    private static final int MAX_ALIASES = 5;
    private static final DanePolicy NONE = new DanePolicy.None();

    private final ValidatingResolver dns;

    DaneResolver(ValidatingResolver dns) {
        this.dns = dns;
    }

    /** Completes with the policy; never fails. */
    Future<DanePolicy> find(String domain, String host, int port) {
        return dns.mx(domain).compose(mx -> {
            if (mx.answer().isUnknown()) {
                return unreachable("the MX records of " + domain);
            }
            if (!mx.secure()) {
                return Future.succeededFuture(NONE);
            }
            return isHost(domain, host, mx.answer())
                    ? ofHost(domain, host, port)
                    : unusable("DNSSEC proves that " + host + " is no mail host of " + domain);
        });
    }

    /** Returns whether the host is one of the MX records, or the domain itself where there is none (RFC 5321 §5.1). */
    private static boolean isHost(String domain, String host, DnsAnswer<Mx> mx) {
        return switch (mx.outcome()) {
            case FOUND ->
                mx.records().stream()
                        .anyMatch(record -> !record.isNull() && record.host().equalsIgnoreCase(host));
            case NO_SUCH_RECORD -> host.equalsIgnoreCase(domain);
            case NO_SUCH_NAME, UNKNOWN -> false;
        };
    }

    private Future<DanePolicy> ofHost(String domain, String host, int port) {
        var ipv4 = dns.a(host);
        var ipv6 = dns.aaaa(host);
        return Future.all(ipv4, ipv6).compose(ignored -> {
            if (ipv4.result().answer().isUnknown() && ipv6.result().answer().isUnknown()) {
                return unreachable("the addresses of " + host);
            }
            return isProven(ipv4.result()) && isProven(ipv6.result())
                    ? records(domain, host, host, port, 0)
                    : ofAlias(domain, host, port);
        });
    }

    /** Looks below a proven alias that leads to a name without a proof; the records below that name do not count. */
    private Future<DanePolicy> ofAlias(String domain, String host, int port) {
        return dns.cname(host)
                .compose(alias -> alias.isProven() ? below(domain, host, host, port) : Future.succeededFuture(NONE));
    }

    /** Returns whether an answer is no reason against DANE: proven, or of a family that is not connected to. */
    private static boolean isProven(SecureAnswer<?> addresses) {
        return addresses.secure() || !addresses.answer().isFound();
    }

    /** Looks below the name that an alias leads to first, then below the alias (RFC 7672 §2.2.2). */
    private Future<DanePolicy> records(String domain, String host, String name, int port, int aliases) {
        return dns.cname(name).compose(alias -> {
            if (!alias.isProven() || aliases == MAX_ALIASES) {
                return below(domain, host, name, port);
            }
            var target = alias.answer().records().get(0);
            return records(domain, host, target, port, aliases + 1)
                    .compose(found -> found instanceof DanePolicy.None && aliases == 0
                            ? below(domain, host, host, port)
                            : Future.succeededFuture(found));
        });
    }

    private Future<DanePolicy> below(String domain, String host, String name, int port) {
        return dns.tlsa(port, name).compose(found -> {
            if (found.answer().isUnknown()) {
                return unreachable("the TLSA records of " + name);
            }
            return Future.succeededFuture(
                    found.isProven() ? policy(name, found, new LinkedHashSet<>(List.of(domain, host, name))) : NONE);
        });
    }

    private static DanePolicy policy(String name, SecureAnswer<Tlsa> found, Set<String> hosts) {
        var all = found.answer().records();
        return new DanePolicy.Records(
                name, all.stream().filter(DaneCheck::isUsable).toList(), all, hosts);
    }

    private static Future<DanePolicy> unreachable(String records) {
        return unusable("The validating resolver has no answer, or one with a wrong proof, for " + records);
    }

    private static Future<DanePolicy> unusable(String sentence) {
        return Future.succeededFuture(new DanePolicy.Unusable(sentence));
    }
}
