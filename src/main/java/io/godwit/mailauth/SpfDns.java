package io.godwit.mailauth;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.james.jspf.core.DNSRequest;
import org.apache.james.jspf.core.DNSService;
import org.apache.james.jspf.core.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the DNS queries of jspf for one check, and enforces the rules of RFC 7208 about answers that jspf does not: mail
 * hosts beyond the limit, void look-ups, and failed queries of a mechanism.
 */
final class SpfDns implements DNSService {

    /** Max records of one answer (RFC 7208 §4.6.4). */
    private static final int MAX_RECORDS = 10;

    /** Max mechanisms whose name does not exist or has no record of the type (RFC 7208 §4.6.4). */
    private static final int MAX_VOID_LOOKUPS = 2;

    private final BlockingDns dns;

    /** The hosts an MX or PTR answer named; their addresses belong to the mechanism that asked for that answer. */
    private final Set<String> namedHosts = new HashSet<>();

    private int voidLookups;
    private boolean tooManyMailHosts;
    private boolean unanswered;

    SpfDns(BlockingDns dns) {
        this.dns = dns;
    }

    /** Returns the result the answers demand, whatever jspf made of them: permerror or temperror (RFC 7208 §2.6.6, §2.6.7). */
    Optional<AuthResult> failure() {
        if (tooManyMailHosts || voidLookups > MAX_VOID_LOOKUPS) {
            return Optional.of(AuthResult.GRAY);
        }
        return unanswered ? Optional.of(AuthResult.PROCESSING_FAILED) : Optional.empty();
    }

    @Override
    public @Nullable List<String> getRecords(DNSRequest request) throws TimeoutException {
        try {
            var found = records(request);
            return found.isEmpty() ? null : new ArrayList<>(found); // jspf removes hosts from the list.
        } catch (BlockingDns.DnsTimeoutException silent) {
            return unanswered(request);
        }
    }

    private List<String> records(DNSRequest request) throws BlockingDns.DnsTimeoutException {
        var name = request.getHostname();
        return switch (request.getRecordType()) {
            case DNSRequest.A -> ofTerm(name, dns.a(name));
            case DNSRequest.AAAA -> ofTerm(name, dns.aaaa(name));
            case DNSRequest.MX -> mailHosts(ofTerm(name, dns.mx(name)));
            case DNSRequest.PTR -> named(dns.ptr(name));
            case DNSRequest.TXT -> dns.txt(name);
            default -> List.of();
        };
    }

    private List<String> ofTerm(String name, List<String> found) {
        if (found.isEmpty() && !namedHosts.contains(normal(name))) {
            voidLookups++;
        }
        return found;
    }

    private List<String> mailHosts(List<String> hosts) {
        tooManyMailHosts |= hosts.size() > MAX_RECORDS;
        return tooManyMailHosts ? List.of() : named(hosts);
    }

    private List<String> named(List<String> hosts) {
        hosts.forEach(host -> namedHosts.add(normal(host)));
        return hosts;
    }

    private static String normal(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    /**
     * Notes a failed query. That of a {@code ptr} does not match (RFC 7208 §5.5), and that of a TXT record is left to jspf,
     * because an explanation may fail and a policy may not (RFC 7208 §6.2).
     */
    private @Nullable List<String> unanswered(DNSRequest request) throws TimeoutException {
        if (request.getRecordType() == DNSRequest.PTR) {
            return null;
        }
        unanswered |= request.getRecordType() != DNSRequest.TXT;
        throw new TimeoutException("No answer");
    }

    @Override
    public CompletionStage<@Nullable List<String>> getRecordsAsync(DNSRequest request) {
        try {
            return CompletableFuture.completedFuture(getRecords(request));
        } catch (TimeoutException silent) {
            return CompletableFuture.failedFuture(silent);
        }
    }

    @Override
    public List<String> getLocalDomainNames() {
        return List.of("localhost");
    }

    /** Does nothing: {@link BlockingDns} has a time limit of its own. */
    @Override
    public void setTimeOut(int seconds) {}

    @Override
    public int getRecordLimit() {
        return MAX_RECORDS;
    }

    @Override
    public void setRecordLimit(int limit) {}
}
