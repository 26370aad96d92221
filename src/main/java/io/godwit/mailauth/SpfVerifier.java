package io.godwit.mailauth;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.james.jspf.core.DNSRequest;
import org.apache.james.jspf.core.DNSService;
import org.apache.james.jspf.core.exceptions.TimeoutException;
import org.apache.james.jspf.impl.SPF;
import org.jspecify.annotations.Nullable;

/** Verifies SPF (RFC 7208) with jspf, which bounds the queries a record can cause. */
final class SpfVerifier {

    /** Max records of one answer (RFC 7208 §4.6.4). */
    private static final int MAX_RECORDS = 10;

    private SpfVerifier() {}

    /**
     * The result for a domain.
     *
     * @param domain of MAIL FROM, or of the greeting when that was empty
     */
    record SpfResult(AuthResult result, String domain) {}

    /** Checks the client's address; with an empty {@code from} the name in the greeting is checked (RFC 7208 §2.4). */
    static SpfResult check(BlockingDns dns, String address, String from, String hello) {
        var at = from.lastIndexOf('@');
        var domain = at < 0 ? hello : from.substring(at + 1);
        if (domain.isBlank()) {
            return new SpfResult(AuthResult.GRAY, "");
        }
        var sender = at < 0 ? "postmaster@" + hello : from;
        var result = new SPF(new Resolver(dns)).checkSPF(address, sender, hello.isBlank() ? domain : hello);
        return new SpfResult(result(result.getResult()), domain);
    }

    private static AuthResult result(String result) {
        return switch (result) {
            case "pass" -> AuthResult.PASS;
            case "fail" -> AuthResult.FAIL;
            case "temperror" -> AuthResult.PROCESSING_FAILED;
            default -> AuthResult.GRAY;
        };
    }

    /**
     * Answers the library's DNS queries. Names of addresses (PTR) are not looked up: RFC 7208 §5.5 says not to use them.
     */
    private record Resolver(BlockingDns dns) implements DNSService {

        @Override
        public @Nullable List<String> getRecords(DNSRequest request) throws TimeoutException {
            try {
                var found =
                        switch (request.getRecordType()) {
                            case DNSRequest.A -> dns.a(request.getHostname());
                            case DNSRequest.AAAA -> dns.aaaa(request.getHostname());
                            case DNSRequest.MX -> dns.mx(request.getHostname());
                            case DNSRequest.TXT -> dns.txt(request.getHostname());
                            default -> List.<String>of();
                        };
                return found.isEmpty() ? null : new ArrayList<>(found); // jspf removes mail hosts from the list.
            } catch (BlockingDns.DnsTimeoutException silent) {
                throw new TimeoutException("No answer");
            }
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
}
