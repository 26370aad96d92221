package io.godwit.mailauth;

import com.google.common.net.InternetDomainName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates DMARC: whether SPF or DKIM authenticates the domain of the From field (RFC 7489 §6.6). */
final class DmarcEvaluator {

    private DmarcEvaluator() {}

    /**
     * Evaluates the policy; {@code author} is the domain of the From field, empty when there is no such field or more than one.
     */
    static AuthResult check(
            BlockingDns dns, String authorDomain, SpfVerifier.SpfResult spf, DkimVerifier.ValidSignatures dkim) {
        if (authorDomain.isEmpty()) {
            return AuthResult.FAIL;
        }
        try {
            var policy = policy(dns, authorDomain);
            return policy.isEmpty() ? AuthResult.GRAY : evaluate(policy.get(), authorDomain, spf, dkim);
        } catch (BlockingDns.DnsTimeoutException unknown) {
            return AuthResult.PROCESSING_FAILED;
        }
    }

    private static AuthResult evaluate(
            Map<String, String> policy,
            String authorDomain,
            SpfVerifier.SpfResult spf,
            DkimVerifier.ValidSignatures dkim) {
        var bySpf = spf.result() == AuthResult.PASS && isAligned(authorDomain, spf.domain(), policy.get("aspf"));
        var byDkim = dkim.domains().stream().anyMatch(domain -> isAligned(authorDomain, domain, policy.get("adkim")));
        if (bySpf || byDkim) {
            return AuthResult.PASS;
        }
        var unclear = spf.result() == AuthResult.PROCESSING_FAILED || dkim.result() == AuthResult.PROCESSING_FAILED;
        return unclear ? AuthResult.PROCESSING_FAILED : AuthResult.FAIL;
    }

    /** Returns the policy of the domain, else of the organisation it belongs to (RFC 7489 §6.6.3). */
    private static Optional<Map<String, String>> policy(BlockingDns dns, String authorDomain)
            throws BlockingDns.DnsTimeoutException {
        var own = record(dns, authorDomain);
        var above = organisation(authorDomain);
        return own.isPresent() || above.equals(authorDomain) ? own : record(dns, above);
    }

    /** Returns the record; more than one counts as none (RFC 7489 §6.6.3, step 5). */
    private static Optional<Map<String, String>> record(BlockingDns dns, String domain)
            throws BlockingDns.DnsTimeoutException {
        var records = dns.txt("_dmarc." + domain).stream()
                .filter(text -> text.replace(" ", "").startsWith("v=DMARC1"))
                .toList();
        return records.size() == 1 ? Optional.of(tags(records)) : Optional.empty();
    }

    private static Map<String, String> tags(List<String> record) {
        var nameToValue = new HashMap<String, String>();
        for (var tag : record.get(0).split(";", 50)) {
            var parts = tag.split("=", 2);
            if (parts.length == 2) {
                nameToValue.put(
                        parts[0].strip().toLowerCase(Locale.ROOT),
                        parts[1].strip().toLowerCase(Locale.ROOT));
            }
        }
        return nameToValue;
    }

    /**
     * Returns whether the domains are equal when strict, or of one organisation when relaxed, which is the default (RFC 7489
     * §3.1).
     */
    static boolean isAligned(String authorDomain, String domain, @Nullable String mode) {
        var other = domain.toLowerCase(Locale.ROOT);
        return authorDomain.equals(other)
                || (!"s".equals(mode) && organisation(authorDomain).equals(organisation(other)));
    }

    /**
     * Returns the organisational domain by the whole public suffix list (RFC 7489 §3.2), with its private part: the customers
     * of such a suffix are strangers to each other.
     */
    private static String organisation(String domain) {
        try {
            var name = InternetDomainName.from(domain);
            return name.isUnderPublicSuffix() ? name.topPrivateDomain().toString() : domain;
        } catch (IllegalArgumentException noName) {
            return domain;
        }
    }
}
