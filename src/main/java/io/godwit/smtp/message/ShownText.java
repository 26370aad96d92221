package io.godwit.smtp.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text of one type that a message shows: its first part that is not blank, and those that stand behind it in a
 * {@code multipart/mixed}, as mail programs write around files and mailing lists below a message.
 */
final class ShownText {

    private final List<String> parts = new ArrayList<>();
    private boolean isBlank = true;

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /**
     * Returns whether a part is to be shown: none was found yet, or a blank one, as mail programs put before a picture.
     *
     * @param octets of the part
     * @param isMixed whether it stands in a {@code multipart/mixed}
     */
    boolean takes(byte[] octets, boolean isMixed) {
        return parts.isEmpty() || (octets.length > 0 && (isBlank || isMixed));
    }

    /** Adds a part; it takes the place of blank ones. */
    void add(String part) {
        if (isBlank) {
            parts.clear();
            isBlank = part.isBlank();
        }
        parts.add(part);
    }

    /** Returns the parts, each on a line of its own; empty without any. */
    Optional<String> text() {
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        var text = new StringBuilder();
        for (var part : parts) {
            if (text.length() > 0 && text.charAt(text.length() - 1) != '\n') {
                text.append('\n');
            }
            text.append(part);
        }
        return Optional.of(text.toString());
    }
}
