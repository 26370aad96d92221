package io.godwit.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads the octets of an SMTP client as RFC 5321 §2.3.8 and §4.1.1.4 define them: lines end with CR LF and nothing else, and a
 * message ends with a line of one dot. Each line costs one reply of the server, and so does each message; its code says whether
 * the command was accepted. Written apart from the server's own reader, and without its states.
 */
final class StrictSmtpReader {

    private static final String LINE_END = "\r\n";
    private static final Pattern REPLY_LINE = Pattern.compile("([2-5]\\d\\d)([ -])([\\x20-\\x7e]*)");

    private final String octets;
    private final List<Integer> codes;
    private final boolean closed;
    private final List<Mail> mails = new ArrayList<>();
    private final List<String> recipients = new ArrayList<>();
    private String from = "";
    private int at;
    private int reply = 1;

    /** A message that the server said it has taken, without stuffed dots. */
    record Mail(String from, List<String> recipients, String content) {

        Mail {
            recipients = List.copyOf(recipients);
        }
    }

    private StrictSmtpReader(String octets, List<Integer> codes, boolean closed) {
        this.octets = octets;
        this.codes = codes;
        this.closed = closed;
    }

    /**
     * Returns the messages taken.
     *
     * @param replies all that the server said, its greeting first
     * @param closed whether the server closed the connection
     */
    static List<Mail> read(byte[] client, String replies, boolean closed) {
        var reader = new StrictSmtpReader(new String(client, StandardCharsets.ISO_8859_1), codes(replies), closed);
        reader.read();
        return reader.mails;
    }

    private static List<Integer> codes(String replies) {
        Invariant.holds(replies.endsWith(LINE_END), "Each reply is a whole line");
        var codes = new ArrayList<Integer>();
        for (var line : replies.substring(0, replies.length() - 2).split(LINE_END, -1)) {
            var parts = REPLY_LINE.matcher(line);
            Invariant.holds(parts.matches(), "Each line of a reply has a code and printable text");
            if (parts.group(2).equals(" ")) {
                codes.add(Integer.valueOf(parts.group(1)));
            }
        }
        return codes;
    }

    private void read() {
        while (reply < codes.size()) {
            var end = octets.indexOf(LINE_END, at);
            if (end < 0) {
                requireLastWords();
                return;
            }
            var line = octets.substring(at, end);
            at = end + LINE_END.length();
            if (command(line, codes.get(reply++))) {
                return;
            }
        }
        Invariant.holds(closed || !octets.substring(at).contains(LINE_END), "Each command has its reply");
    }

    /** Only a server that closes the connection replies to half a line or half a message. */
    private void requireLastWords() {
        Invariant.holds(closed && reply == codes.size() - 1, "A reply without a command");
    }

    /** Returns whether the octets end within the message that the command begins. */
    private boolean command(String line, int code) {
        var verb = line.toUpperCase(Locale.ROOT);
        if (code == 250 && verb.startsWith("MAIL")) {
            from = path(line);
            recipients.clear();
        } else if (code == 250 && verb.startsWith("RCPT")) {
            recipients.add(path(line));
        }
        return code == 354 && message();
    }

    /** Addresses are UTF-8 (RFC 6531 §3.3). */
    private static String path(String line) {
        var octets = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
        var address = new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        Invariant.holds(address.indexOf('\uFFFD') < 0, "An address that is no UTF-8 is not taken");
        return address;
    }

    private boolean message() {
        var end = octets.indexOf("\r\n.\r\n", at - LINE_END.length());
        if (end < 0) {
            if (reply < codes.size()) {
                requireLastWords();
            }
            return true;
        }
        var content = plain(octets.substring(at, Math.max(at, end + LINE_END.length())));
        at = end + 5;
        if (reply == codes.size()) {
            Invariant.holds(closed, "Each message has its reply");
            return true;
        }
        if (codes.get(reply++) == 250) {
            mails.add(new Mail(from, recipients, content));
        }
        return false;
    }

    private static String plain(String stuffed) {
        var plain = new StringBuilder();
        for (var line : stuffed.split("(?<=\r\n)", -1)) {
            plain.append(line.startsWith(".") ? line.substring(1) : line);
        }
        return plain.toString();
    }
}
