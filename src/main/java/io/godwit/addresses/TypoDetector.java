package io.godwit.addresses;

import com.google.common.net.InternetDomainName;
import io.godwit.core.EditDistance;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Recognises a mistyped domain. It prefers no suggestion to a wrong one: a domain on a list is never doubted (except the
 * lists of throw-away domains, which are full of squatted typing mistakes), the first letter must be right or swapped with
 * the second, and the suggestion must be a domain with mailboxes.
 */
final class TypoDetector {

    /** The top-level names an unknown one may be a mistyped form of. */
    private static final List<String> TOP_LEVELS = List.of("com", "net", "org", "edu", "gov", "info");

    /** The length from which two wrong letters are allowed; of shorter names too many other words differ by two letters. */
    private static final int LONG_NAME = 9;

    private final DomainLists lists;

    TypoDetector(DomainLists lists) {
        this.lists = lists;
    }

    /** The domain probably meant; empty when {@code domain} looks right. */
    Optional<String> suggest(String domain) {
        var meant = correctProvider(correctTopLevel(domain));
        return meant.equals(domain) ? Optional.empty() : Optional.of(meant);
    }

    private String correctTopLevel(String domain) {
        var dot = domain.lastIndexOf('.') + 1;
        var topLevel = domain.substring(dot);
        if (isSuffix(topLevel)) {
            return domain;
        }
        return TOP_LEVELS.stream()
                .filter(candidate -> EditDistance.between(topLevel, candidate) == 1)
                .findFirst()
                .map(candidate -> domain.substring(0, dot) + candidate)
                .orElse(domain);
    }

    private String correctProvider(String domain) {
        var label = label(domain);
        var suffix = domain.substring(Math.min(domain.length(), label.length() + 1));
        if (!isSuffix(suffix)) {
            return domain;
        }
        return lists.providers().stream()
                .filter(provider -> isNear(label, label(provider)))
                .min(Comparator.comparingInt(provider -> EditDistance.between(label, label(provider))))
                .map(provider -> correct(domain, label, suffix, provider))
                .orElse(domain);
    }

    private String correct(String domain, String label, String suffix, String provider) {
        if (!label.equals(label(provider)) && isKnown(domain)) {
            return domain;
        }
        if (EditDistance.between(suffix, suffix(provider)) <= 1) {
            return provider;
        }
        var sameSuffix = label(provider) + "." + suffix;
        return isKnown(sameSuffix) || lists.isReserved(suffix) ? sameSuffix : domain;
    }

    private boolean isKnown(String domain) {
        return lists.isPersonal(domain)
                || lists.isAlias(domain)
                || lists.providers().contains(domain);
    }

    private static boolean isNear(String label, String provider) {
        var allowed = provider.length() >= LONG_NAME ? 2 : 1;
        return label.length() > 1
                && (label.charAt(0) == provider.charAt(0) || label.charAt(1) == provider.charAt(0))
                && EditDistance.between(label, provider) <= allowed;
    }

    /** True if names are registered below the suffix, by the public suffix list or because it is reserved. */
    private boolean isSuffix(String suffix) {
        return lists.reserved().contains(suffix)
                || (InternetDomainName.isValid(suffix)
                        && InternetDomainName.from(suffix).isRegistrySuffix());
    }

    private static String label(String domain) {
        var dot = domain.indexOf('.');
        return dot < 0 ? domain : domain.substring(0, dot);
    }

    private static String suffix(String domain) {
        return domain.substring(domain.indexOf('.') + 1);
    }
}
