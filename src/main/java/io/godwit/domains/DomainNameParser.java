package io.godwit.domains;

import com.google.common.base.Splitter;
import com.google.common.net.InternetDomainName;
import io.godwit.core.DomainNameNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses domain names, and finds the registered domain of a name by the public suffix list. */
final class DomainNameParser {

    /**
     * The longest domain: 253 (RFC 1035 §2.3.4, without the final dot) less the selector and {@code _domainkey} before it.
     */
    private static final int MAX_LENGTH = 222;

    /** A label (RFC 1035 §2.3.1 as relaxed by RFC 1123 §2.1). */
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private DomainNameParser() {}

    /**
     * Parses a domain into its stored form: A-labels, lower case, no final dot. Empty for a name that cannot send: one
     * label, a public suffix such as {@code co.uk}, an IP address, or no host name at all.
     */
    static Optional<String> parse(String text) {
        return ascii(text.strip()).filter(DomainNameParser::isHostName).filter(domain -> !isSuffix(domain));
    }

    private static Optional<String> ascii(String text) {
        var name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return name.length() > MAX_LENGTH ? Optional.empty() : DomainNameNormalizer.hostName(name);
    }

    private static boolean isHostName(String domain) {
        var labels = Splitter.on('.').splitToList(domain);
        return domain.length() <= MAX_LENGTH
                && labels.size() > 1
                && labels.stream().allMatch(label -> LABEL.matcher(label).matches())
                && !labels.get(labels.size() - 1).chars().allMatch(Character::isDigit);
    }

    private static boolean isSuffix(String domain) {
        return InternetDomainName.isValid(domain)
                && InternetDomainName.from(domain).isRegistrySuffix();
    }

    /**
     * The registered domain: {@code example.co.uk} for {@code mail.example.co.uk}; the last two labels if the public suffix
     * list has no rule.
     */
    static String registered(String domain) {
        if (InternetDomainName.isValid(domain)) {
            var name = InternetDomainName.from(domain);
            if (name.isPublicSuffix()) {
                return domain;
            }
            if (name.isUnderPublicSuffix()) {
                return name.topPrivateDomain().toString();
            }
        }
        return domain.substring(domain.lastIndexOf('.', domain.lastIndexOf('.') - 1) + 1);
    }

    /** The names above a domain that belong to the same owner, nearest first. */
    static List<String> above(String domain) {
        var top = registered(domain);
        var names = new ArrayList<String>();
        for (var name = domain; name.length() > top.length(); ) {
            name = name.substring(name.indexOf('.') + 1);
            names.add(name);
        }
        return names;
    }
}
