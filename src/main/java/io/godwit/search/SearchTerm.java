package io.godwit.search;

import io.godwit.core.MessageIdCodec;
import io.godwit.core.MessageIdCodec.ParsedMessageId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The text a person searches for, in the forms that are looked up.
 *
 * @param text trimmed and in lower case
 * @param bare as it was typed, without the angle brackets that surround a copied Message-ID
 */
record SearchTerm(String text, String bare) {

    /** Shorter texts find nearly everything, so nothing is looked up for them. */
    private static final int MIN_LENGTH = 2;

    /** Characters of the longest Message-ID that is worth a look. */
    static final int MAX_LENGTH = 320;

    static SearchTerm of(String typed) {
        var text = typed.strip();
        var isBracketed = text.startsWith("<") && text.endsWith(">");
        return new SearchTerm(text.toLowerCase(Locale.ROOT), isBracketed ? text.substring(1, text.length() - 1) : text);
    }

    boolean isTooShort() {
        return text.length() < MIN_LENGTH;
    }

    /** The id when the whole text is one. */
    Optional<UUID> id() {
        return Ids.parse(text);
    }

    /** The email when the text is one of our Message-IDs, of this project. */
    Optional<UUID> emailOfMessageId(ProjectId project) {
        return MessageIdCodec.parseFirst(text)
                .filter(parsed -> parsed.project().equals(project))
                .map(ParsedMessageId::email)
                .map(email -> email.value());
    }

    /** The pattern of texts that contain this one; every character stands for itself. */
    String containing() {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
