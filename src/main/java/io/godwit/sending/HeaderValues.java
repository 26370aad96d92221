package io.godwit.sending;

import io.godwit.core.Mailbox;
import io.godwit.smtp.Header;
import java.util.List;

/**
 * The last look at header values before they go out. What was checked at the door is rendered since, and a variable may
 * carry a line end: every control character and line separator becomes a space, so that nothing rendered adds a header.
 */
final class HeaderValues {

    private HeaderValues() {}

    static String oneLine(String value) {
        return value.chars().anyMatch(HeaderValues::isControl)
                ? value.codePoints()
                        .map(character -> isControl(character) ? ' ' : character)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : value;
    }

    static Mailbox oneLine(Mailbox mailbox) {
        return new Mailbox(mailbox.name().map(HeaderValues::oneLine), mailbox.address());
    }

    static List<Header> oneLine(List<Header> headers) {
        return headers.stream()
                .map(header -> new Header(header.name(), oneLine(header.value())))
                .toList();
    }

    private static boolean isControl(int character) {
        return Character.isISOControl(character) || character == 0x2028 || character == 0x2029;
    }
}
