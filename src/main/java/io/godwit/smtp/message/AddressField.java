package io.godwit.smtp.message;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.SingleLine;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The addresses of a header field that another program wrote (RFC 5322 §3.4).
 *
 * @param mailboxes those an email can be sent to, in their order, each with its name on one line, at most 255 characters of it
 * @param isComplete whether these are all addresses of the field, at least one
 */
public record AddressField(List<NamedAddress> mailboxes, boolean isComplete) {

    private static final int MAX_NAME = 255;

    /** Max characters of a field; the library takes longer for each further one. */
    private static final int MAX_LENGTH = 128 * 1024;

    private static final AddressField UNREADABLE = new AddressField(List.of(), false);

    public AddressField {
        mailboxes = List.copyOf(mailboxes);
    }

    /**
     * Reads the unfolded value of a field, with or without encoded words; one that cannot be read or has more than 131,072 characters
     * has no addresses.
     */
    public static AddressField parse(String value) {
        if (value.length() > MAX_LENGTH) {
            return UNREADABLE;
        }
        try {
            var addresses = InternetAddress.parseHeader(value, false);
            var mailboxes = Arrays.stream(addresses)
                    .flatMap(address -> EmailAddress.parse(String.valueOf(address.getAddress()))
                            .map(parsed -> new NamedAddress(name(address), parsed))
                            .stream())
                    .toList();
            return new AddressField(mailboxes, !mailboxes.isEmpty() && mailboxes.size() == addresses.length);
        } catch (AddressException unreadable) {
            return UNREADABLE;
        }
    }

    private static Optional<String> name(InternetAddress address) {
        return Optional.ofNullable(address.getPersonal())
                .map(text -> SingleLine.of(text, MAX_NAME))
                .filter(text -> !text.isBlank());
    }
}
