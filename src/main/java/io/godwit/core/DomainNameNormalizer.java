package io.godwit.core;

import com.ibm.icu.text.IDNA;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns domain names into the form DNS knows, by UTS #46 nontransitional: {@code straße.de} is {@code xn--strae-oqa.de} and not
 * {@code strasse.de}, which is another owner's domain, and {@code 💩.la} is {@code xn--ls8h.la}. The only class that does.
 */
public final class DomainNameNormalizer {

    /** Limit of a name: RFC 1035 §2.3.4, without the final dot. */
    private static final int MAX_LENGTH = 253;

    /** Form of a label: RFC 1035 §2.3.1 as relaxed by RFC 1123 §2.1. */
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final Pattern DOT = Pattern.compile("\\.");

    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.USE_STD3_RULES | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    /**
     * Errors that are not checked here: names with hyphens at these places are in use, and a final dot is checked by the caller.
     */
    private static final Set<IDNA.Error> ALLOWED = Set.of(IDNA.Error.HYPHEN_3_4, IDNA.Error.EMPTY_LABEL);

    private DomainNameNormalizer() {}

    /**
     * A name in A-labels and lower case; empty for one that IDNA does not know. A name in ASCII is not looked into, so that names in
     * use such as {@code _dmarc.example.com} pass; see {@link #hostName}.
     */
    public static Optional<String> toAscii(String name) {
        if (isAscii(name)) {
            return Optional.of(name.toLowerCase(Locale.ROOT));
        }
        if (name.length() > MAX_LENGTH + 1) {
            return Optional.empty();
        }
        var info = new IDNA.Info();
        var ascii = UTS46.nameToASCII(name, new StringBuilder(), info).toString();
        return ALLOWED.containsAll(info.getErrors()) && isAscii(ascii) ? Optional.of(ascii) : Optional.empty();
    }

    /** The name of a host in A-labels and lower case: labels of letters, digits and hyphens (RFC 1123 §2.1), no final dot. */
    public static Optional<String> hostName(String name) {
        return toAscii(name).filter(DomainNameNormalizer::isHostName);
    }

    private static boolean isHostName(String ascii) {
        return ascii.length() <= MAX_LENGTH
                && Arrays.stream(DOT.split(ascii, -1))
                        .allMatch(label -> LABEL.matcher(label).matches());
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 0x80);
    }
}
