package io.godwit.core;

import com.sanctionco.jmail.EmailValidator;
import com.sanctionco.jmail.JMail;
import java.util.Locale;
import java.util.Optional;

/**
 * An email address as we store and compare it: trimmed, lower-case, the domain in A-labels (RFC 5890). At most 254 octets (RFC
 * 5321 §4.5.3.1.3 less the brackets), the local part at most 64 ASCII characters, no address literals, comments or angle
 * brackets.
 */
public record EmailAddress(String value) {

    private static final int MAX_LENGTH = 254;

    private static final EmailValidator VALIDATOR = JMail.strictValidator()
            .withRule(email -> email.identifier() == null)
            .withRule(email -> !email.isIpAddress())
            .withRule(email -> email.comments().isEmpty())
            .requireTopLevelDomain();

    /** Empty when the text is no address we could send to. Local parts outside ASCII need SMTPUTF8, which is not supported. */
    public static Optional<EmailAddress> parse(String text) {
        var trimmed = text.strip();
        var at = trimmed.lastIndexOf('@');
        if (at < 1 || trimmed.length() > MAX_LENGTH || !isWritable(trimmed.substring(0, at))) {
            return Optional.empty();
        }
        return domainOf(trimmed.substring(at + 1))
                .map(domain -> trimmed.substring(0, at).toLowerCase(Locale.ROOT) + "@" + domain)
                .filter(address -> address.length() <= MAX_LENGTH && VALIDATOR.isValid(address))
                .map(EmailAddress::new);
    }

    private static Optional<String> domainOf(String text) {
        return text.startsWith("[") || text.endsWith(".") ? Optional.empty() : DomainNameNormalizer.hostName(text);
    }

    /** A sentence about a text that {@link #parse} refuses. */
    public static String mistake(String text) {
        var trimmed = text.strip();
        var localPart = trimmed.substring(0, Math.max(0, trimmed.lastIndexOf('@')));
        return localPart.chars().anyMatch(character -> character >= 0x80)
                ? "Invalid email: letters outside ASCII before the @ need SMTPUTF8 (RFC 6531), which is not supported yet"
                : "Invalid email";
    }

    /** Returns whether the text is printable ASCII without angle brackets, which other programs take for the ends of the path. */
    private static boolean isWritable(String text) {
        return text.chars()
                .allMatch(character -> character > 0x20 && character < 0x7f && character != '<' && character != '>');
    }

    public String localPart() {
        return value.substring(0, value.lastIndexOf('@'));
    }

    public String domain() {
        return value.substring(value.lastIndexOf('@') + 1);
    }

    @Override
    public String toString() {
        return value;
    }
}
