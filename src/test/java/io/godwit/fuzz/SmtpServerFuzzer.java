package io.godwit.fuzz;

import io.godwit.smtp.server.SmtpSessionRun;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The session of the SMTP server. Input: an octet that says in how large pieces the octets come, one that says whether decisions
 * come at once, then the octets of the client.
 *
 * <p>The session takes those messages that a strict reader of RFC 5321 sees in the octets, however they are cut.
 */
public final class SmtpServerFuzzer {

    /** Below this size no limit of the session depends on the cut. */
    private static final int UNLIMITED = 2_048;

    private static final List<Integer> PIECES = List.of(1, 2, 3, 5, 7, 16, 61, 400);

    private SmtpServerFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var piece = PIECES.get(input.number(PIECES.size()));
        var late = input.number(2) == 1;
        var octets = input.rest();
        var whole = checked(octets, SmtpSessionRun.of(octets, Math.max(1, octets.length), false));
        var cut = checked(octets, SmtpSessionRun.of(octets, piece, late));
        cut.forEach(mail -> Invariant.holds(
                mail.content().length() <= SmtpSessionRun.MAX_MESSAGE_BYTES + piece,
                "A message is at most one piece larger than the limit"));
        var shorter = Math.min(whole.size(), cut.size());
        Invariant.same(
                whole.subList(0, shorter),
                cut.subList(0, shorter),
                "The messages do not depend on the pieces they come in");
        if (octets.length <= UNLIMITED) {
            Invariant.same(
                    whole.size(), cut.size(), "The number of messages does not depend on the pieces they come in");
        }
    }

    private static List<StrictSmtpReader.Mail> checked(byte[] octets, SmtpSessionRun run) {
        var expected = StrictSmtpReader.read(octets, run.replies(), run.isClosed());
        var taken = run.messages().stream()
                .map(message -> new StrictSmtpReader.Mail(
                        message.from(),
                        message.recipients(),
                        new String(message.message(), StandardCharsets.ISO_8859_1)))
                .toList();
        Invariant.same(expected, taken, "The session takes what a strict reader of RFC 5321 reads");
        return taken;
    }
}
