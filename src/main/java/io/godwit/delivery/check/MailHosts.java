package io.godwit.delivery.check;

import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.Mx;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;

/** Finds the mail servers of a domain (RFC 5321 §5.1). */
record MailHosts(DnsResolver dns) {

    private static final int MAX_HOSTS = 3;

    /** A mail server and its address. */
    record MailHost(String name, InetAddress address) {}

    /** Completes with the first mail servers by their preference; empty when there is none or DNS does not answer. */
    Future<List<MailHost>> resolve(String domain) {
        return dns.mx(domain).compose(answer -> addresses(names(domain, answer)));
    }

    private static List<String> names(String domain, DnsAnswer<Mx> answer) {
        return answer.isFound()
                ? answer.records().stream()
                        .sorted(Comparator.comparingInt(Mx::preference))
                        .map(Mx::host)
                        .filter(host -> !host.isEmpty())
                        .limit(MAX_HOSTS)
                        .toList()
                : answer.isUnknown() ? List.of() : List.of(domain);
    }

    private Future<List<MailHost>> addresses(List<String> names) {
        var found = names.stream()
                .map(name -> dns.a(name)
                        .map(answer ->
                                answer.records().stream()
                                        .findFirst()
                                        .map(address -> new MailHost(name, address))
                                        .stream()
                                        .toList()))
                .toList();
        return Future.all(found)
                .map(ignored ->
                        found.stream().flatMap(each -> each.result().stream()).toList());
    }
}
