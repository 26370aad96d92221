package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.Reply;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The part of a refusal that is the same for every recipient: the reply code and the words without digits and addresses. */
final class RefusalPattern {

    private static final int MAX_LENGTH = 300;

    private RefusalPattern() {}

    /** Leaves out every word with a digit, an at sign or a slash in it, and the recipient's local part and domain. */
    static String of(Reply reply, EmailAddress recipient) {
        var text = reply.text()
                .toLowerCase(Locale.ROOT)
                .replace(recipient.value(), " ")
                .replace(recipient.domain(), " ");
        var local = recipient.value().substring(0, recipient.value().lastIndexOf('@'));
        var words = Arrays.stream(text.split("[\\s<>()\\[\\]\"',;:]+"))
                .filter(word -> word.chars().anyMatch(Character::isLetter)
                        && word.chars().noneMatch(c -> Character.isDigit(c) || c == '@' || c == '/')
                        && !word.equals(local))
                .collect(Collectors.joining(" "));
        var pattern = reply.code() + " " + words;
        return pattern.length() > MAX_LENGTH ? pattern.substring(0, MAX_LENGTH) : pattern;
    }
}
