package io.godwit.kit.rules;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The rules for every message on the wire, whoever built it: lines (RFC 5321 §2.3.8, §4.5.3.1.6), head (RFC 5322, RFC 2047),
 * parts (RFC 2045, RFC 2046), signature (RFC 6376) and the way out of a list (RFC 2369, RFC 8058). Shares no code with what
 * builds them, and is quick enough to look at every message of every test.
 */
public final class MessageRules {

    private static final int MAX_LINE_LENGTH = 998;

    private MessageRules() {}

    /** Every rule the message breaks, in words; empty when it is well formed. */
    public static List<String> broken(byte[] message) {
        var breaches = new RuleBreaches();
        lines(breaches, message);
        var text = new String(message, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        breaches.unless(end > 0, "there is no blank line after the head");
        if (end > 0) {
            var head = MessageHead.of(text.substring(0, end + 2));
            HeadRules.check(breaches, head);
            SignatureRules.check(breaches, head);
            ListRules.check(breaches, head);
            PartRules.check(breaches, head, text.substring(end + 4));
        }
        return breaches.sentences();
    }

    private static void lines(RuleBreaches breaches, byte[] message) {
        var start = 0;
        for (var at = 0; at < message.length; at++) {
            var octet = message[at];
            if (octet <= 0) {
                breaches.unless(octet != 0 && isRecipientField(message, at), "octet %d is not ASCII", at);
            } else if (octet == '\r' && (at + 1 == message.length || message[at + 1] != '\n')) {
                breaches.unless(false, "octet %d is CR alone", at);
            } else if (octet == '\n') {
                breaches.unless(at > 0 && message[at - 1] == '\r', "octet %d is LF alone", at);
                breaches.unless(at - 1 - start <= MAX_LINE_LENGTH, "a line has %d octets", at - 1 - start);
                start = at + 1;
            }
        }
        breaches.unless(message.length > 0 && start == message.length, "the last line has no end");
    }

    /** Tells whether the octet is in a field of recipients, whose addresses may be in UTF-8 (RFC 6532 §3.2); everything else is ASCII. */
    private static boolean isRecipientField(byte[] message, int at) {
        var before = new String(message, 0, at, StandardCharsets.ISO_8859_1);
        var field = before.replaceAll("\r\n[ \t]", "").lines().reduce("", (earlier, line) -> line);
        return !before.contains("\r\n\r\n") && (field.startsWith("To:") || field.startsWith("Cc:"));
    }
}
