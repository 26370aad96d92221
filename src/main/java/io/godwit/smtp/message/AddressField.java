package io.godwit.smtp.message;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.SingleLine;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses of a header field that another program wrote (RFC 5322 §3.4).
 *
 * @param mailboxes those an email can be sent to, in their order, each with its name on one line, at most 255 characters of it
 * @param isComplete whether these are all addresses of the field, at least one
 */
public record AddressField(List<NamedAddress> mailboxes, boolean isComplete) {

    private static final int MAX_NAME = 255;

    /** Max characters of a field: about a thousand mailboxes with long names. */
    private static final int MAX_LENGTH = 128 * 1024;

    /**
     * Max characters of a field times those of its characters that open something: for each of these that nothing closes the library
     * reads the rest of the field again. 2^28 took 0.2 s (2026-11).
     */
    private static final long MAX_WORK = 1L << 28;

    private static final Pattern QUOTED = Pattern.compile("\\\\(.)");

    private static final String OPENING = "<([\":";

    public AddressField {
        mailboxes = List.copyOf(mailboxes);
    }

    /**
     * Reads the unfolded value of a field, with its encoded words as they came: decoded before, a comma in a name would part it into
     * two addresses. A value that cannot be read, has more than 131,072 characters or would take long to read has no addresses.
     */
    public static AddressField parse(String value) {
        var addresses = read(value);
        var mailboxes = addresses.stream()
                .flatMap(address -> EmailAddress.parse(String.valueOf(address.getAddress()))
                        .map(parsed -> new NamedAddress(name(address), parsed))
                        .stream())
                .toList();
        return new AddressField(mailboxes, !mailboxes.isEmpty() && mailboxes.size() == addresses.size());
    }

    /** Returns the addresses of a value as they are written, also those an email cannot be sent to; none where {@link #parse} does. */
    public static List<String> written(String value) {
        return read(value).stream()
                .map(InternetAddress::getAddress)
                .filter(address -> address != null && !address.isEmpty())
                .toList();
    }

    private static List<InternetAddress> read(String value) {
        if (value.length() > MAX_LENGTH || opening(value) * value.length() > MAX_WORK) {
            return List.of();
        }
        try {
            return List.of(InternetAddress.parseHeader(value, false));
        } catch (AddressException unreadable) {
            return List.of();
        }
    }

    private static long opening(String value) {
        return value.chars()
                .filter(character -> OPENING.indexOf(character) >= 0)
                .count();
    }

    private static Optional<String> name(InternetAddress address) {
        return Optional.ofNullable(address.getPersonal())
                .map(text -> address.toString().contains("?=") ? MimeReader.decoded(phrase(address)) : text)
                .map(text -> SingleLine.of(text, MAX_NAME))
                .filter(text -> !text.isBlank());
    }

    /** Returns the name as it is written, without quotes: the library does not decode all words that readers do. */
    private static String phrase(InternetAddress address) {
        var written = address.toString();
        var phrase = written.substring(0, Math.max(0, written.lastIndexOf(" <")));
        return phrase.startsWith("\"")
                ? QUOTED.matcher(phrase.substring(1, phrase.length() - 1)).replaceAll("$1")
                : phrase;
    }
}
