package io.godwit.core;

import com.sanctionco.jmail.EmailValidator;
import com.sanctionco.jmail.JMail;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An email address as we store and compare it: trimmed, lower-case, the domain in A-labels (RFC 5890). At most 254 octets (RFC
 * 5321 §4.5.3.1.3 less the brackets), the local part at most 64 octets in UTF-8, no address literals, comments or angle brackets.
 * A local part may have letters outside ASCII (RFC 6531) in the form NFC; such an address only takes mail, see {@link
 * #parseAscii}.
 */
public record EmailAddress(String value) {

    private static final int MAX_LENGTH = 254;
    private static final int MAX_LOCAL_PART = 64;

    private static final int UNDECODABLE = 0xfffd;
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    private static final EmailValidator VALIDATOR = JMail.strictValidator()
            .withRule(email -> email.identifier() == null)
            .withRule(email -> !email.isIpAddress())
            .withRule(email -> email.comments().isEmpty())
            .requireTopLevelDomain();

    /**
     * Empty when the text is no address we could send to. A letter outside ASCII that stands for one in ASCII, such as the sign of
     * the unit kelvin, is refused: whose address is meant is not clear.
     */
    public static Optional<EmailAddress> parse(String text) {
        var trimmed = text.strip();
        var at = trimmed.lastIndexOf('@');
        if (at < 1 || trimmed.length() > MAX_LENGTH || !isWritable(trimmed.substring(0, at))) {
            return Optional.empty();
        }
        var localPart = normalized(trimmed.substring(0, at));
        if (isAscii(localPart) && !isAscii(trimmed.substring(0, at))) {
            return Optional.empty();
        }
        return domainOf(trimmed.substring(at + 1))
                .map(domain -> localPart + "@" + domain)
                .filter(EmailAddress::fits)
                .map(EmailAddress::new);
    }

    /**
     * Empty when the text is no address in ASCII. Emails come from such addresses and are answered there, because with any other in
     * its header a message needs SMTPUTF8 from the mail servers of all its recipients; and accounts have them, because letters of
     * other scripts look like those of an address that is somebody else's.
     */
    public static Optional<EmailAddress> parseAscii(String text) {
        return parse(text).filter(address -> !address.isInternational());
    }

    private static boolean fits(String address) {
        return isAscii(address)
                ? address.length() <= MAX_LENGTH && VALIDATOR.isValid(address)
                : address.getBytes(StandardCharsets.UTF_8).length <= MAX_LENGTH && fitsInternational(address);
    }

    /** Returns whether the address is one where each letter outside ASCII of its local part stands for an ASCII letter. */
    private static boolean fitsInternational(String address) {
        var at = address.lastIndexOf('@');
        var localPart = address.substring(0, at);
        return localPart.getBytes(StandardCharsets.UTF_8).length <= MAX_LOCAL_PART
                && localPart.codePoints().allMatch(EmailAddress::isVisible)
                && !isMark(localPart.codePointAt(0))
                && VALIDATOR.isValid(NOT_ASCII.matcher(localPart).replaceAll("a") + address.substring(at));
    }

    /**
     * Returns whether a person sees the character: no space, control, direction mark or other character without a form, nor the one
     * that stands for octets which are no UTF-8.
     */
    private static boolean isVisible(int character) {
        return character != UNDECODABLE
                && switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.SPACE_SEPARATOR,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                };
    }

    private static boolean isMark(int character) {
        var type = Character.getType(character);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    /** Returns the local part in lower case, with letters outside ASCII in the form NFC (RFC 6532 §3.1). */
    private static String normalized(String localPart) {
        var lower = localPart.toLowerCase(Locale.ROOT);
        return isAscii(lower) ? lower : Normalizer.normalize(lower, Normalizer.Form.NFC);
    }

    private static Optional<String> domainOf(String text) {
        return text.startsWith("[") || text.endsWith(".") ? Optional.empty() : DomainNameNormalizer.hostName(text);
    }

    /** A sentence about a text that {@link #parse} refuses. */
    public static String mistake(String text) {
        var localPart = text.substring(0, Math.max(0, text.lastIndexOf('@')));
        return isAscii(localPart)
                ? "Invalid email"
                : "Invalid email: characters outside ASCII before the @ must be visible, at most 64 octets in UTF-8";
    }

    /** A sentence about a text that {@link #parseAscii} refuses and {@link #parse} may not. */
    public static String asciiMistake(String text) {
        return parse(text).isPresent()
                ? "Invalid email: letters outside ASCII before the @ are for recipients only, not for senders and accounts"
                : mistake(text);
    }

    /** Returns whether the text has no white space, controls or angle brackets, which other programs take for the path's ends. */
    private static boolean isWritable(String text) {
        return text.chars()
                .allMatch(character -> character > 0x20 && character != 0x7f && character != '<' && character != '>');
    }

    private static boolean isAscii(String text) {
        for (var at = 0; at < text.length(); at++) {
            if (text.charAt(at) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the local part has letters outside ASCII, which only servers with SMTPUTF8 take (RFC 6531). */
    public boolean isInternational() {
        return !isAscii(value);
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
