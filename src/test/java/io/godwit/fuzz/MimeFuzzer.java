package io.godwit.fuzz;

import io.godwit.inbound.mail.ParsedEmail;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.MimeReader;
import io.godwit.smtp.message.PartRewriter;
import io.godwit.smtp.message.RawMessage;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** The readers of messages that come in: an email of a person, and a message submitted by SMTP. Input: the message. */
public final class MimeFuzzer {

    private static final int MAX_FIELD = 998;
    private static final int MAX_FILES = 100;
    private static final Set<String> DANGEROUS = Set.of(
            "script", "iframe", "object", "embed", "form", "input", "button", "style", "link", "meta", "base", "svg",
            "math");

    private MimeFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        checkEmail(ParsedEmail.of("someone@example.com", data));
        checkBounds(data);
        checkSubmitted(data);
    }

    private static void checkEmail(ParsedEmail email) {
        Invariant.oneLine(email.subject(), "A subject has one line");
        Invariant.oneLine(email.fromHeader(), "The field From has one line");
        Invariant.holds(email.subject().length() <= MAX_FIELD, "A subject is bounded");
        Invariant.holds(email.attachments().size() <= MAX_FILES, "The number of attachments is bounded");
        Invariant.holds(email.html().indexOf(0) < 0, "PostgreSQL refuses NUL");
        Invariant.holds(email.text().orElse("").indexOf(0) < 0, "PostgreSQL refuses NUL");
        email.attachments().forEach(file -> {
            Invariant.oneLine(file.filename(), "A file name has one line");
            Invariant.oneLine(file.contentType(), "A media type has one line");
            file.contentId().ifPresent(id -> Invariant.oneLine(id, "A Content-ID has one line"));
        });
        email.headers().forEach(field -> Invariant.oneLine(field.value(), "A header field has one line"));
        email.answered();
        Jsoup.parse(email.html()).getAllElements().forEach(MimeFuzzer::checkElement);
    }

    private static void checkElement(Element element) {
        Invariant.holds(!DANGEROUS.contains(element.normalName()), "The HTML has nothing that runs or asks");
        element.attributes().forEach(attribute -> {
            var value = attribute.getValue().toLowerCase(Locale.ROOT).strip();
            Invariant.holds(
                    !attribute.getKey().toLowerCase(Locale.ROOT).startsWith("on"), "The HTML has no event handlers");
            Invariant.holds(
                    !value.startsWith("javascript:") && !value.startsWith("vbscript:"),
                    "The HTML has no links that run");
        });
    }

    /** Reading does not multiply the octets: what is decoded is no longer than what came, but for one character of each. */
    private static void checkBounds(byte[] message) {
        var contents = MimeReader.read(message);
        var files = contents.attachments().stream()
                .mapToLong(file -> file.bytes().length)
                .sum();
        Invariant.holds(files <= message.length, "Attachments are no longer than the message");
        Invariant.holds(
                contents.html().orElse("").length() + contents.text().orElse("").length() <= 2L * message.length + 2,
                "Texts are no longer than the message");
    }

    private static void checkSubmitted(byte[] data) {
        try {
            var normal = RawMessage.normalized(data);
            var message = RawMessage.of(normal);
            var names = message.names();
            message.hasAttachments();
            var longer = message.with(List.of(new Header("X-First", "first")), name -> name.equalsIgnoreCase("Bcc"));
            checkLineEnds(longer);
            var expected =
                    names.stream().filter(name -> !name.equalsIgnoreCase("Bcc")).toList();
            var written = RawMessage.of(longer).names();
            Invariant.same("X-First", written.get(0), "The added field is the first");
            Invariant.same(expected, written.subList(1, written.size()), "All other fields stay as they are");
            checkRewritten(normal);
        } catch (IllegalArgumentException refused) {
            Invariant.oneLine(String.valueOf(refused.getMessage()), "A refusal is a sentence");
        }
    }

    private static void checkRewritten(byte[] normal) {
        checkLineEnds(PartRewriter.rewrite(normal, "text/html", html -> html + "<p>end</p>"));
        checkLineEnds(PartRewriter.rewrite(normal, "text/plain", text -> text + "\nend"));
    }

    private static void checkLineEnds(byte[] message) {
        for (var at = 0; at < message.length; at++) {
            Invariant.holds(message[at] != '\n' || (at > 0 && message[at - 1] == '\r'), "A message has no bare LF");
            Invariant.holds(
                    message[at] != '\r' || (at + 1 < message.length && message[at + 1] == '\n'),
                    "A message has no bare CR");
        }
    }
}
