package io.godwit.delivery.routing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsQueries;
import io.godwit.dns.Mx;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Resolves domains to mail hosts and hosts to addresses. While no name server answers, an answer of the last day is used. Safe
 * from any thread.
 */
public final class MxResolver {

    /** Max hosts of a domain; the largest providers have some ten. */
    private static final int MAX_HOSTS = 50;

    /** Max addresses of one host. */
    private static final int MAX_ADDRESSES = 16;

    /** Max octets of a name without the final dot (RFC 1035 §2.3.4). */
    private static final int MAX_NAME = 253;

    /** A name of a host (RFC 1123 §2.1), with underscores, which are in use. The octets of an MX record may be any (RFC 2181 §11). */
    private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");

    private static final int MAX_CACHED = 20_000;
    private static final Duration MAX_AGE = Duration.ofDays(1);

    private record AddressKey(String host, AddressFamily family) {}

    private final DnsQueries dns;
    private final Function<String, Future<DnsAnswer<Mx>>> mailHosts;
    private final AllowedAddresses allowed;
    private final Random random;
    private final Cache<String, MailRoute> domainToRoute;
    private final Cache<AddressKey, List<InetAddress>> hostToAddresses;

    /** Creates a resolver that asks the same name servers for mail hosts and for their addresses. */
    public MxResolver(DnsQueries dns, AllowedAddresses allowed, Random random, Ticker ticker) {
        this(dns, dns::mx, allowed, random, ticker);
    }

    /**
     * Creates a resolver that finds mail hosts in another way than their addresses.
     *
     * @param mailHosts completes with the MX records of a domain; never fails
     */
    public MxResolver(
            DnsQueries dns,
            Function<String, Future<DnsAnswer<Mx>>> mailHosts,
            AllowedAddresses allowed,
            Random random,
            Ticker ticker) {
        this.dns = dns;
        this.mailHosts = mailHosts;
        this.allowed = allowed;
        this.random = random;
        this.domainToRoute = newCache(ticker).build();
        this.hostToAddresses = newCache(ticker).build();
    }

    private static Caffeine<Object, Object> newCache(Ticker ticker) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .expireAfterWrite(MAX_AGE)
                .ticker(ticker);
    }

    /**
     * Completes with the mail hosts of a domain: those of its MX records that have the name of a host, else the domain itself where it
     * has no MX record. Fails with a {@link RoutingException} when the domain does not exist, receives no mail, names no host, or cannot
     * be looked up.
     */
    public Future<MailRoute> route(String domain) {
        var name = domain.toLowerCase(Locale.ROOT);
        if (name.startsWith("[")) {
            return Future.failedFuture(
                    new RoutingException(550, "5.1.3", "Mail to an address literal is not delivered"));
        }
        return mailHosts.apply(name).compose(answer -> route(name, answer)).map(route -> route.shuffled(random));
    }

    private Future<MailRoute> route(String domain, DnsAnswer<Mx> answer) {
        return switch (answer.outcome()) {
            case FOUND -> ofRecords(domain, answer.records());
            case NO_SUCH_RECORD -> Future.succeededFuture(cached(new MailRoute(domain, List.of(new Mx(0, domain)))));
            case NO_SUCH_NAME ->
                Future.failedFuture(new RoutingException(550, "5.1.2", "The domain " + domain + " does not exist"));
            case UNKNOWN -> ofLastDay(domain);
        };
    }

    private Future<MailRoute> ofRecords(String domain, List<Mx> records) {
        if (records.stream().allMatch(Mx::isNull)) {
            return Future.failedFuture(
                    new RoutingException(556, "5.1.10", "The domain " + domain + " receives no mail (null MX)"));
        }
        var hosts = records.stream()
                .map(mx -> new Mx(mx.preference(), mx.host().toLowerCase(Locale.ROOT)))
                .filter(mx -> isHostName(mx.host()))
                .sorted(Comparator.comparingInt(Mx::preference))
                .limit(MAX_HOSTS)
                .toList();
        return hosts.isEmpty()
                ? Future.failedFuture(RoutingException.noAddress(domain))
                : Future.succeededFuture(cached(new MailRoute(domain, hosts)));
    }

    /** Returns whether the name may become part of that of a site, which has commas and colons of its own and goes into log lines. */
    private static boolean isHostName(String name) {
        return name.length() <= MAX_NAME && HOST_NAME.matcher(name).matches();
    }

    private MailRoute cached(MailRoute route) {
        domainToRoute.put(route.domain(), route);
        return route;
    }

    private Future<MailRoute> ofLastDay(String domain) {
        var last = domainToRoute.getIfPresent(domain);
        return last == null
                ? Future.failedFuture(
                        new RoutingException(451, "4.4.3", "No name server answers for the domain " + domain))
                : Future.succeededFuture(last);
    }

    /** Completes with the addresses of a host that may be connected to, in random order; empty when there is none now. */
    public Future<List<InetAddress>> addresses(String host, AddressFamily family) {
        var answer = family == AddressFamily.IPV6 ? dns.aaaa(host) : dns.a(host);
        return answer.map(found -> {
            var key = new AddressKey(host, family);
            if (found.isUnknown()) {
                return hostToAddresses.get(key, ignored -> List.of());
            }
            var usable = usable(found.records());
            hostToAddresses.put(key, usable);
            return usable;
        });
    }

    private List<InetAddress> usable(List<InetAddress> addresses) {
        var usable = new ArrayList<>(addresses.stream().filter(allowed::allows).toList());
        Collections.shuffle(usable, random);
        return List.copyOf(usable.subList(0, Math.min(MAX_ADDRESSES, usable.size())));
    }
}
