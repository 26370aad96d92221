package io.godwit.sending.rendering;

import io.godwit.core.NamedAddress;
import io.godwit.smtp.message.Header;
import java.util.List;

/**
 * Checks header values a last time before they are sent. Values validated in the request were rendered since, and a variable
 * may hold a line end: every control character and line separator becomes a space, so that no rendered value adds a header.
 */
public final class HeaderValueCheck {

    private HeaderValueCheck() {}

    public static String oneLine(String value) {
        return value.chars().anyMatch(HeaderValueCheck::isControl)
                ? value.codePoints()
                        .map(character -> isControl(character) ? ' ' : character)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : value;
    }

    static NamedAddress oneLine(NamedAddress mailbox) {
        return new NamedAddress(mailbox.name().map(HeaderValueCheck::oneLine), mailbox.address());
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
