package io.godwit.smtp.message;

import io.godwit.core.NamedAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes header fields: encoded where necessary, folded at 78 characters where that is possible, never beyond 998. */
final class HeaderField {

    private static final int GOOD_LENGTH = 78;
    /** The longest word that still fits a line of its own (RFC 5322 §2.1.1: 998, less the space before it). */
    private static final int MAX_WORD = 997;
    /** Characters of a value that fits one line whatever its blanks: no line begins with several, or some would have nothing else. */
    private static final int GOOD_VALUE = 800;

    private static final String MANY_BLANKS = " ".repeat(100);

    private HeaderField() {}

    /** Writes a field whose value is known to be a short ASCII text that needs no encoding. */
    static void plain(ByteBuilder out, String name, String value) {
        out.ascii(name).ascii(": ").line(value);
    }

    /** Writes a field of free text, such as Subject. */
    static void text(ByteBuilder out, String name, String value) {
        folded(out, name, encoded(HeaderValidator.printable(value).strip(), name.length() + 2));
    }

    /** Writes one address with its name (RFC 5322 §3.4), in UTF-8 (RFC 6532 §3.2) where the address is outside ASCII. */
    static void mailbox(ByteBuilder out, String name, NamedAddress address) {
        folded(out, name, written(address, name.length() + 2));
    }

    /** Writes addresses with their names, in one field (RFC 5322 §3.6.3). */
    static void mailboxes(ByteBuilder out, String name, List<NamedAddress> mailboxes) {
        var column = name.length() + 2;
        folded(
                out,
                name,
                mailboxes.stream().map(address -> written(address, column)).collect(Collectors.joining(", ")));
    }

    private static String written(NamedAddress mailbox, int column) {
        var address = HeaderValidator.address(mailbox.address().value());
        return mailbox.name()
                .map(HeaderValidator::printable)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(display -> phrase(display, column) + " <" + address + ">")
                .orElse(address);
    }

    private static String phrase(String text, int column) {
        if (!HeaderValidator.isAscii(text) || text.contains("=?") || text.length() > GOOD_LENGTH - column) {
            return EncodedWordWriter.encode(text, GOOD_LENGTH - 2 - column);
        } else if (text.chars().allMatch(HeaderField::isAtomOrSpace) && !text.contains("  ")) {
            return text;
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static boolean isAtomOrSpace(int character) {
        return Character.isLetterOrDigit(character) || "!#$%&'*+-/=?^_`{|}~ ".indexOf(character) >= 0;
    }

    /**
     * Encodes a value. Words in ASCII stay as they are, so that structured values keep their structure; runs of others are
     * encoded together with the spaces between them, which a decoder would drop between two encoded words (RFC 2047 §6.2).
     */
    private static String encoded(String value, int column) {
        if (isPlainText(value)) {
            return value;
        } else if (value.contains("  ")) {
            return EncodedWordWriter.encode(value, GOOD_LENGTH - 2 - column);
        }
        var result = new StringBuilder();
        Optional<String> run = Optional.empty();
        for (var word : value.split(" ", -1)) {
            if (isPlainText(word)) {
                run.ifPresent(text -> append(result, text, column));
                result.append(result.isEmpty() ? "" : " ").append(word);
                run = Optional.empty();
            } else {
                run = Optional.of(run.map(text -> text + " " + word).orElse(word));
            }
        }
        run.ifPresent(text -> append(result, text, column));
        return result.toString();
    }

    private static void append(StringBuilder result, String text, int column) {
        var first = result.isEmpty() ? GOOD_LENGTH - 2 - column : GOOD_LENGTH - 3;
        result.append(result.isEmpty() ? "" : " ").append(EncodedWordWriter.encode(text, first));
    }

    private static boolean isPlainText(String text) {
        if (!HeaderValidator.isAscii(text) || text.contains("=?")) {
            return false;
        }
        return text.length() <= GOOD_VALUE || (maxWordLength(text) <= MAX_WORD && !text.contains(MANY_BLANKS));
    }

    private static int maxWordLength(String text) {
        var maxLength = 0;
        var start = 0;
        for (var space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', start)) {
            maxLength = Math.max(maxLength, space - start);
            start = space + 1;
        }
        return Math.max(maxLength, text.length() - start);
    }

    private static void folded(ByteBuilder out, String name, String value) {
        out.ascii(name).add(':');
        var column = name.length() + 1;
        var start = 0;
        while (start <= value.length()) {
            var space = value.indexOf(' ', start);
            var end = space < 0 ? value.length() : space;
            var first = start == 0;
            var tooLong = column + 1 + end - start > (first ? MAX_WORD : GOOD_LENGTH);
            if (tooLong && column > 1 && end > start) {
                out.endLine();
                column = 0;
            }
            out.add(' ').utf8(value.substring(start, end));
            column += 1 + end - start;
            start = end + 1;
        }
        out.endLine();
    }
}
