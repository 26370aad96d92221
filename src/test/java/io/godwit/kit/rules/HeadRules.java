package io.godwit.kit.rules;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The head of a message: which fields (RFC 5322 §3.6), how they are folded (§2.2.3) and encoded (RFC 2047 §2, §5). */
final class HeadRules {

    private static final List<String> ONCE = List.of("from", "to", "date", "message-id", "subject", "mime-version");

    /** RFC 5322 §3.6, RFC 2369 §2, RFC 2919 §3, RFC 8058 §3.1. */
    private static final List<String> AT_MOST_ONCE = List.of(
            "sender",
            "reply-to",
            "cc",
            "in-reply-to",
            "references",
            "content-type",
            "content-transfer-encoding",
            "list-id",
            "list-help",
            "list-subscribe",
            "list-unsubscribe",
            "list-unsubscribe-post",
            "list-post",
            "list-owner",
            "list-archive");

    /** The fields written by receivers of a message, not by senders (RFC 5321 §4.4, RFC 8601 §5). */
    private static final List<String> NEVER = List.of("return-path", "received", "authentication-results", "bcc");

    /** Of To, Cc and Bcc together. */
    private static final int MAX_MAILBOXES = 50;

    private static final int GOOD_LINE = 78;
    private static final int MAX_WORD_LENGTH = 75;
    private static final Pattern LINE = Pattern.compile("[ \t].*|[!-9;-~]+:.*");
    private static final Pattern COULD_BE_FOLDED = Pattern.compile(".*[^:] .*");
    private static final Pattern ENCODED_WORD = Pattern.compile("=\\?([^?\\s]*)\\?([bqBQ])\\?([^?\\s]*)\\?=");
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern MESSAGE_ID = Pattern.compile("<[^<>@\\s]+@[^<>@\\s]+>");
    private static final Pattern MAILBOX =
            Pattern.compile("(?:[\\w!#$%&'*+/=?^`{|}~ -]+ )?<[^<>\\s]+@[A-Za-z0-9.-]+>|[^<>\\s,]+@[A-Za-z0-9.-]+");

    private HeadRules() {}

    static void check(RuleBreaches breaches, MessageHead head) {
        head.lines().forEach(line -> line(breaches, line));
        ONCE.forEach(name -> count(breaches, head, name, 1, 1));
        AT_MOST_ONCE.forEach(name -> count(breaches, head, name, 0, 1));
        NEVER.forEach(name -> count(breaches, head, name, 0, 0));
        head.values("message-id")
                .forEach(id -> breaches.unless(MESSAGE_ID.matcher(id).matches(), "this is no message id: %s", id));
        head.values("date").forEach(date -> breaches.unless(isDate(date), "this is no date: %s", date));
        for (var name : List.of("from", "reply-to")) {
            head.values(name).forEach(value -> mailboxes(breaches, name, value, 1));
        }
        for (var name : List.of("to", "cc")) {
            head.values(name).forEach(value -> mailboxes(breaches, name, value, MAX_MAILBOXES));
        }
    }

    private static void count(RuleBreaches breaches, MessageHead head, String name, int least, int max) {
        var count = head.values(name).size();
        breaches.unless(count >= least && count <= max, "%s is there %d times", name, count);
    }

    private static void line(RuleBreaches breaches, String line) {
        breaches.unless(!line.isBlank(), "a line of the head is blank");
        breaches.unless(LINE.matcher(line).matches(), "a line of the head is no field: %s", line);
        breaches.unless(
                line.chars().allMatch(octet -> octet >= ' ' || octet == '\t'),
                "a line of the head has a control character: %s",
                line);
        breaches.unless(
                line.length() <= GOOD_LINE
                        || !COULD_BE_FOLDED.matcher(line.strip()).matches(),
                "a line of the head could have been folded: %s",
                line);
        var words = ENCODED_WORD.matcher(line);
        while (words.find()) {
            breaches.unless(
                    words.group().length() <= MAX_WORD_LENGTH, "an encoded word is too long: %s", words.group());
            breaches.unless(
                    isWhole(words.group(2), words.group(3)), "an encoded word is torn apart: %s", words.group());
            breaches.unless(standsAlone(line, words.start(), words.end()), "an encoded word is glued: %s", line);
        }
    }

    /** Between white space, or parentheses of a comment (RFC 2047 §5). */
    private static boolean standsAlone(String line, int start, int end) {
        return (start == 0 || " \t(:".indexOf(line.charAt(start - 1)) >= 0)
                && (end == line.length() || " \t)".indexOf(line.charAt(end)) >= 0);
    }

    /** Every word holds whole characters (RFC 2047 §5). */
    private static boolean isWhole(String encoding, String text) {
        try {
            var octets = encoding.equalsIgnoreCase("b") ? Base64.getDecoder().decode(text) : unquoted(text);
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets));
            return true;
        } catch (CharacterCodingException | IllegalArgumentException torn) {
            return false;
        }
    }

    private static byte[] unquoted(String text) {
        var plain = new StringBuilder();
        for (var at = 0; at < text.length(); at++) {
            var character = text.charAt(at);
            if (character == '=') {
                plain.append((char) Integer.parseInt(text.substring(at + 1, Math.min(text.length(), at + 3)), 16));
                at += 2;
            } else {
                plain.append(character == '_' ? ' ' : character);
            }
        }
        return plain.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isDate(String date) {
        try {
            OffsetDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.US));
            return true;
        } catch (DateTimeException unreadable) {
            return false;
        }
    }

    /** Addresses; within a quoted string an encoded word would be shown as it is (RFC 2047 §5 rule 3). */
    private static void mailboxes(RuleBreaches breaches, String name, String value, int max) {
        var quoted = QUOTED.matcher(value);
        while (quoted.find()) {
            breaches.unless(!ENCODED_WORD.matcher(quoted.group()).find(), "%s has a quoted encoded word", name);
        }
        var each = QUOTED.matcher(value).replaceAll("q").split(", ", -1);
        breaches.unless(
                each.length <= max
                        && Arrays.stream(each)
                                .allMatch(one -> MAILBOX.matcher(one).matches()),
                "%s is not up to %d addresses: %s",
                name,
                max,
                value);
    }
}
