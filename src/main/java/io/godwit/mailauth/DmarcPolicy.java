package io.godwit.mailauth;

import com.google.common.net.InternetDomainName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The DMARC policy of an author's domain (RFC 7489 §6.3).
 *
 * @param known false when no name server answered
 * @param tags of the record; empty without a record
 * @param inherited whether the record is that of the organisation and the author's domain is below it
 */
record DmarcPolicy(boolean known, Map<String, String> tags, boolean inherited) {

    /** The policy of a domain without a record. */
    static final DmarcPolicy NONE = new DmarcPolicy(true, Map.of(), false);

    private static final Set<String> BINDING = Set.of("quarantine", "reject");

    DmarcPolicy {
        tags = Map.copyOf(tags);
    }

    /** Finds the policy of the domain, else of the organisation it belongs to (RFC 7489 §6.6.3). */
    static DmarcPolicy find(BlockingDns dns, String authorDomain) {
        try {
            var own = record(dns, authorDomain);
            var above = organisation(authorDomain);
            if (own.isPresent() || above.equals(authorDomain)) {
                return new DmarcPolicy(true, own.orElse(Map.of()), false);
            }
            return new DmarcPolicy(true, record(dns, above).orElse(Map.of()), true);
        } catch (BlockingDns.DnsTimeoutException unknown) {
            return new DmarcPolicy(false, Map.of(), false);
        }
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

    boolean isPublished() {
        return !tags.isEmpty();
    }

    /** Returns whether receivers are asked to refuse or quarantine what fails; for a domain below, {@code sp} says so. */
    boolean isBinding() {
        var own = tags.getOrDefault("p", "none");
        return BINDING.contains(inherited ? tags.getOrDefault("sp", own) : own);
    }

    /** Returns whether a domain that SPF checked speaks for the author's. */
    boolean alignsSpf(String authorDomain, String domain) {
        return isAligned(authorDomain, domain, tags.get("aspf"));
    }

    /** Returns whether the domain of a DKIM signature speaks for the author's. */
    boolean alignsDkim(String authorDomain, String domain) {
        return isAligned(authorDomain, domain, tags.get("adkim"));
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
