package io.godwit.fuzz;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.HeaderSection;
import io.godwit.smtp.message.HeaderValidator;
import io.godwit.smtp.message.Message;
import io.godwit.smtp.message.MessageBuilder;
import io.godwit.smtp.message.MimeReader;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The writer of messages: folding, encoded words, parameters. Input: texts that end with NUL, for the subject, the sender's name, a
 * header value, a file's name, its type and its Content-ID, and the HTML.
 */
public final class MessageHeaderFuzzer {

    private static final EmailAddress ADA = new EmailAddress("ada@example.com");
    private static final List<String> NAMES =
            List.of("Message-ID", "Date", "From", "To", "Subject", "X-Fuzz", "MIME-Version", "Content-Type");

    /** Octets of a line without its end (RFC 5322 §2.1.1). */
    private static final int MAX_LINE = 998;

    /** Characters of a header value that a request may have. */
    private static final int MAX_VALUE = 998;

    /** Characters of an attachment's type that a request may have. */
    private static final int MAX_TYPE = 255;

    private MessageHeaderFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var subject = cut(input.text());
        var name = cut(input.text());
        var value = cut(input.text());
        var file = new Attachment(
                input.text(), cut(input.text(), MAX_TYPE), false, Optional.of(input.text()), new byte[] {1});
        var message = MessageBuilder.build(new Message(
                "id@example.com",
                Instant.EPOCH,
                new NamedAddress(Optional.of(name), ADA),
                List.of(new NamedAddress(Optional.of(value), ADA)),
                List.of(),
                Optional.empty(),
                subject,
                input.text(),
                Optional.empty(),
                List.of(new Header("X-Fuzz", value)),
                List.of(file)));
        checkOctets(message);
        var head = HeaderSection.of(message);
        Invariant.same(NAMES, head.fields().stream().map(Header::name).toList(), "No value begins another field");
        Invariant.same(printed(subject), decoded(head, "Subject"), "A subject is read as it was written");
        Invariant.same(printed(value), decoded(head, "X-Fuzz"), "A value is read as it was written");
        checkMailbox(head, "From", name);
        checkMailbox(head, "To", value);
        var files = MimeReader.read(message).attachments();
        Invariant.same(1, files.size(), "There is one attachment");
        Invariant.same(1, files.get(0).bytes().length, "with its octets");
    }

    private static String cut(String text) {
        return cut(text, MAX_VALUE);
    }

    private static String cut(String text, int max) {
        return text.length() > max ? text.substring(0, max) : text;
    }

    private static String printed(String text) {
        return HeaderValidator.printable(text).strip();
    }

    private static String decoded(HeaderSection head, String name) {
        return MimeReader.decoded(head.first(name).orElse(""));
    }

    private static void checkMailbox(HeaderSection head, String field, String name) {
        try {
            var parsed = InternetAddress.parseHeader(head.first(field).orElse(""), true);
            Invariant.same(1, parsed.length, field + " has one address");
            Invariant.same(ADA.value(), parsed[0].getAddress(), field + " has the address it was given");
            Invariant.same(
                    printed(name),
                    Optional.ofNullable(parsed[0].getPersonal()).orElse(""),
                    field + " has the name it was given");
        } catch (AddressException broken) {
            throw new AssertionError(field + " cannot be parsed: " + head.first(field), broken);
        }
    }

    private static void checkOctets(byte[] message) {
        var lineStart = 0;
        for (var at = 0; at < message.length; at++) {
            var octet = message[at];
            Invariant.holds(octet > 0, "A message is ASCII without NUL");
            Invariant.holds(octet != '\n' || (at > 0 && message[at - 1] == '\r'), "A message has no bare LF");
            Invariant.holds(octet != '\r' || (at + 1 < message.length && message[at + 1] == '\n'), "nor a bare CR");
            if (octet == '\n') {
                Invariant.holds(
                        at - 1 - lineStart <= MAX_LINE,
                        "A line is too long: "
                                + new String(message, lineStart, at - lineStart, StandardCharsets.US_ASCII));
                lineStart = at + 1;
            }
        }
        Invariant.same(message.length, lineStart, "A message ends with a line end");
    }
}
