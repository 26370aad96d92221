package io.godwit.fuzz;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.client.SmtpWire;
import io.godwit.smtp.message.RawMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The SMTP client: the replies of a server, and the form of DATA. Input: an octet that says in how large pieces the octets come,
 * then the octets of a server, which also serve as a message.
 */
public final class SmtpClientFuzzer {

    private static final Pattern ENHANCED = Pattern.compile("[245]\\.\\d{1,3}\\.\\d{1,3}");
    private static final Pattern ANY_LINE_END = Pattern.compile("\r\n|\r|\n");
    private static final int MAX_LINES = 64;
    private static final int MAX_LINE = 1_000;

    private SmtpClientFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var piece = 1 + input.number(64);
        var octets = input.rest();
        var whole = SmtpWire.replies(octets, Math.max(1, octets.length));
        Invariant.same(whole, SmtpWire.replies(octets, piece), "The replies do not depend on the pieces they come in");
        whole.replies().forEach(SmtpClientFuzzer::check);
        checkData(octets, piece);
    }

    private static void check(SmtpReply reply) {
        Invariant.holds(reply.code() >= 200 && reply.code() <= 599, "The code is one of RFC 5321");
        Invariant.holds(
                reply.enhanced().stream()
                        .allMatch(code -> ENHANCED.matcher(code).matches()),
                "RFC 3463");
        Invariant.holds(reply.lines().size() <= MAX_LINES, "The number of lines is bounded");
        reply.lines().forEach(line -> {
            Invariant.oneLine(line, "A line of a reply has no control characters");
            Invariant.holds(line.length() <= MAX_LINE, "The lines are bounded");
        });
        Invariant.oneLine(reply.text(), "The text of a reply has no control characters");
        Invariant.holds(reply.text().length() <= MAX_LINE, "The text is bounded");
    }

    /** No reader, however it takes line ends, sees the end of a normalized message before its end. */
    private static void checkData(byte[] octets, int piece) {
        byte[] message;
        try {
            message = RawMessage.normalized(octets);
        } catch (IllegalArgumentException refused) {
            return;
        }
        Invariant.holds(SmtpWire.lineEndsComplete(message), "A normalized message has no bare CR or LF");
        Invariant.holds(Arrays.equals(message, RawMessage.normalized(message)), "Normalizing twice changes nothing");
        var data = new String(SmtpWire.data(message, piece), StandardCharsets.ISO_8859_1);
        var lines = ANY_LINE_END.split(data, -1);
        var plain = new StringBuilder();
        for (var at = 0; at < lines.length - 2; at++) {
            Invariant.holds(!lines[at].equals("."), "A line of one dot within the message");
            plain.append(lines[at].startsWith(".") ? lines[at].substring(1) : lines[at])
                    .append("\r\n");
        }
        Invariant.holds(data.endsWith(".\r\n") && lines[lines.length - 2].equals("."), "The message ends with a dot");
        Invariant.same(
                new String(message, StandardCharsets.ISO_8859_1),
                plain.toString(),
                "Without its dots DATA is the message");
    }
}
