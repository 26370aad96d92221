package io.godwit.sending.rendering;

import io.godwit.core.NamedAddress;
import io.godwit.smtp.message.Header;
import java.util.List;

/**
 * The last look at header values before they go out. What was checked at the door is rendered since, and a variable may
 * carry a line end: every control character and line separator becomes a space, so that nothing rendered adds a header.
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
