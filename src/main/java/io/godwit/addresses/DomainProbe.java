package io.godwit.addresses;

import com.google.common.net.InternetDomainName;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.Mx;
import io.godwit.dns.PublicAddresses;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Looks up one domain: four questions at once, and a few more for the names above when those do not tell whether it exists.
 */
final class DomainProbe {

    /**
     * The timeout of the further questions: with the 3 s of the first ones an answer stays well under the promised 5 s, on
     * a busy machine too.
     */
    private static final long PARENTS_MILLISECONDS = 800;

    /** The answers to the first questions. */
    private record Findings(
            DnsAnswer<Mx> mx, DnsAnswer<String> ns, DnsAnswer<InetAddress> a, DnsAnswer<InetAddress> aaaa) {

        boolean anyFound() {
            return mx.isFound() || ns.isFound() || a.isFound() || aaaa.isFound();
        }

        boolean nameIsMissing() {
            return List.of(mx, ns, a, aaaa).stream()
                    .anyMatch(answer -> answer.outcome() == DnsAnswer.Outcome.NO_SUCH_NAME);
        }
    }

    private final DnsResolver dns;

    DomainProbe(DnsResolver dns) {
        this.dns = dns;
    }

    Future<DomainReachability> probe(String domain) {
        var mx = dns.mx(domain);
        var ns = dns.ns(domain);
        var a = dns.a(domain);
        var aaaa = dns.aaaa(domain);
        return Future.all(mx, ns, a, aaaa)
                .map(ignored -> new Findings(mx.result(), ns.result(), a.result(), aaaa.result()))
                .compose(findings -> exists(domain, findings).map(exists -> reach(exists, findings)));
    }

    /**
     * Decides whether the domain exists: a record of any type proves it, NXDOMAIN refutes it. A name without any of these
     * records may still be part of a zone: then a zone must begin there or above, up to the registered domain.
     */
    private Future<Certainty> exists(String domain, Findings findings) {
        if (findings.anyFound()) {
            return Future.succeededFuture(Certainty.YES);
        } else if (findings.nameIsMissing()) {
            return Future.succeededFuture(Certainty.NO);
        } else if (findings.ns().isUnknown()) {
            return Future.succeededFuture(Certainty.UNKNOWN);
        }
        return findParent(domain, registered(domain))
                .timeout(PARENTS_MILLISECONDS, TimeUnit.MILLISECONDS)
                .otherwise(Certainty.UNKNOWN);
    }

    private Future<Certainty> findParent(String name, String top) {
        return dns.soa(name)
                .compose(soa -> soa.isFound()
                        ? Future.succeededFuture(Certainty.YES)
                        : dns.ns(name).map(Certainty::of))
                .compose(zone -> zone != Certainty.NO || name.equals(top)
                        ? Future.succeededFuture(zone)
                        : findParent(name.substring(name.indexOf('.') + 1), top));
    }

    /** The registered domain, by the public suffix list; the last two labels if the list has no rule. */
    private static String registered(String domain) {
        if (InternetDomainName.isValid(domain)) {
            var name = InternetDomainName.from(domain);
            if (name.isUnderRegistrySuffix()) {
                return name.topDomainUnderRegistrySuffix().toString();
            }
        }
        var dot = domain.lastIndexOf('.', domain.lastIndexOf('.') - 1);
        return domain.substring(dot + 1);
    }

    private static DomainReachability reach(Certainty exists, Findings findings) {
        if (exists == Certainty.NO) {
            return new DomainReachability(
                    Certainty.NO, Certainty.NO, Certainty.NO, List.of("The domain does not exist"));
        }
        var acceptsMail = acceptsMail(findings.mx());
        var website = website(findings.a()).or(website(findings.aaaa()));
        return new DomainReachability(
                exists, acceptsMail, website, reasons(exists, acceptsMail, website, findings.mx()));
    }

    private static Certainty acceptsMail(DnsAnswer<Mx> mx) {
        return mx.isFound() && mx.records().stream().allMatch(Mx::isNull) ? Certainty.NO : Certainty.of(mx);
    }

    private static Certainty website(DnsAnswer<InetAddress> addresses) {
        return addresses.isFound() && addresses.records().stream().noneMatch(PublicAddresses::isPublic)
                ? Certainty.NO
                : Certainty.of(addresses);
    }

    private static List<String> reasons(Certainty exists, Certainty acceptsMail, Certainty website, DnsAnswer<Mx> mx) {
        var reasons = new ArrayList<String>();
        if (exists == Certainty.UNKNOWN) {
            reasons.add("DNS did not answer, so it is not known whether the domain exists");
        }
        if (acceptsMail == Certainty.UNKNOWN) {
            reasons.add("DNS did not answer, so it is not known whether the domain takes mail");
        } else if (acceptsMail == Certainty.NO) {
            reasons.add(
                    mx.isFound() ? "The domain says that it takes no mail (null MX)" : "The domain has no MX records");
        }
        if (website == Certainty.UNKNOWN) {
            reasons.add("DNS did not answer, so it is not known whether the domain has a website");
        }
        return reasons;
    }
}
