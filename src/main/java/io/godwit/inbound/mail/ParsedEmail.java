package io.godwit.inbound.mail;

import io.godwit.bounces.BounceClassifier;
import io.godwit.bounces.BounceVerdict;
import io.godwit.core.EmailAddress;
import io.godwit.core.Html;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.EmailId;
import io.godwit.inbound.received.ReceivedEmail;
import io.godwit.mailauth.MailAuthenticator;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.HeaderSection;
import io.godwit.smtp.message.MimeReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.safety.Safelist;

/**
 * A received email, parsed and sanitized. Parsing takes up to some hundred milliseconds: it belongs on a worker. No content
 * makes it fail, and no text in it holds a NUL, which PostgreSQL refuses.
 *
 * @param author the address of From, else the return path, else {@link #UNKNOWN}
 * @param checkedDomain the author's domain that SPF, DKIM and DMARC are checked for; empty without exactly one author
 * @param fromHeader the field From undecoded
 * @param replyTo the addresses with their names decoded, those in quotes that would part them; the field undecoded when it cannot
 *     be read
 * @param automatic whether a program wrote it, it was sent to a list, or we sent it
 * @param automatedSender whether a mail system or a feedback loop wrote it: its author is not a person and gets no answer
 * @param doubt a sentence that says why it may not be a genuine email of a person
 */
public record ParsedEmail(
        NamedAddress author,
        String checkedDomain,
        String fromHeader,
        Optional<String> replyTo,
        String subject,
        String html,
        Optional<String> text,
        List<Header> headers,
        List<Attachment> attachments,
        Optional<String> messageId,
        Optional<String> inReplyTo,
        List<String> references,
        boolean automatic,
        boolean automatedSender,
        Optional<String> doubt) {

    /** The doubt of an email with the text of a bounce but not the sender of one. */
    static final String NO_MAIL_SYSTEM = "It reads like a bounce, but no mail system sent it";

    /** The author of an email that names none; the domain cannot exist (RFC 2606 §2). */
    static final EmailAddress UNKNOWN = new EmailAddress("unknown@unknown.invalid");

    /** Max characters of a body; longer ones are cut. */
    private static final int MAX_BODY_LENGTH = 1 << 20;

    private static final int MAX_FIELD_LENGTH = 998;
    private static final int MAX_REFERENCES = 50;
    private static final int MAX_FILES = 100;
    private static final String NO_SUBJECT = "(no subject)";

    private static final List<String> STORED_HEADERS = List.of(
            "From",
            "To",
            "Cc",
            "Date",
            "Message-ID",
            "In-Reply-To",
            "References",
            "Reply-To",
            "List-Id",
            "Auto-Submitted");

    /** C0 and C1 controls and the Unicode line ends, as in {@link io.godwit.core.SingleLine}. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    /** The characters that have a meaning in a field of addresses (RFC 5322 §3.2.3). */
    private static final Pattern SPECIALS = Pattern.compile("[()<>\\[\\]:;@\\\\,.\"]");

    private static final Pattern ID = Pattern.compile("<([^<>\\s]{1,900})>");

    /** The allowed HTML: text and pictures; nothing that runs, asks or covers the page. */
    private static final Safelist HARMLESS = Safelist.relaxed()
            .addTags("font", "center", "hr", "s", "ins", "del")
            .addAttributes(":all", "style", "align", "dir", "lang", "bgcolor", "width", "height")
            .addAttributes("font", "color", "face", "size")
            .addProtocols("img", "src", "cid", "http", "https")
            .removeProtocols("a", "href", "ftp")
            .preserveRelativeLinks(false);

    /**
     * Parses a message.
     *
     * @param sender MAIL FROM; empty for the null return path
     */
    public static ParsedEmail of(String sender, byte[] message) {
        var contents = MimeReader.read(message);
        var header = HeaderSection.of(message);
        var from = header.first("From").orElse("");
        var text = contents.text().map(ParsedEmail::body);
        var author = author(from, sender);
        var verdict = BounceClassifier.classify(message, Optional.of(sender));
        var automatedSender = isAutomatedSender(author, verdict);
        return new ParsedEmail(
                author,
                MailAuthenticator.authorDomain(message),
                line(from),
                header.first("Reply-To").map(ParsedEmail::replyTo).filter(value -> !value.isEmpty()),
                Optional.of(field(contents, "Subject"))
                        .filter(value -> !value.isBlank())
                        .orElse(NO_SUBJECT),
                contents.html().map(ParsedEmail::harmless).orElseGet(() -> shown(text.orElse(""))),
                text,
                headers(contents),
                contents.attachments().stream()
                        .limit(MAX_FILES)
                        .map(ParsedEmail::file)
                        .toList(),
                ids(field(contents, "Message-ID")).stream().findFirst(),
                ids(field(contents, "In-Reply-To")).stream().findFirst(),
                ids(field(contents, "References")),
                automatedSender || isAutomatic(sender, contents, verdict),
                automatedSender,
                verdict.doubtful() ? Optional.of(NO_MAIL_SYSTEM) : Optional.empty());
    }

    /**
     * Returns the sent emails it may answer, the likeliest first; the caller looks up whether they belong to the project.
     */
    public List<EmailId> answered() {
        var named = new ArrayList<String>();
        inReplyTo.ifPresent(named::add);
        for (var at = references.size() - 1; at >= 0; at--) {
            named.add(references.get(at));
        }
        var ids = new LinkedHashSet<EmailId>();
        for (var id : named) {
            MessageIdCodec.parseFirst(id)
                    .map(MessageIdCodec.ParsedMessageId::email)
                    .ifPresent(ids::add);
        }
        return List.copyOf(ids);
    }

    /**
     * Returns the place of the email in its conversation.
     *
     * @param answers the sent email that it answers
     */
    public ReceivedEmail.Conversation thread(Optional<EmailId> answers) {
        return new ReceivedEmail.Conversation(messageId, inReplyTo, references, answers);
    }

    private static boolean isAutomatedSender(NamedAddress author, BounceVerdict verdict) {
        return author.address().equals(UNKNOWN)
                || BounceClassifier.isAutomatedSender(author.address().value())
                || MailReportParser.isReport(verdict.kind())
                || (verdict.kind() == BounceVerdict.Kind.NONE && verdict.basis() == BounceVerdict.Basis.REPORT);
    }

    /**
     * Returns whether a program wrote the email, so that it starts nothing: two programs that answer each other would never end
     * (RFC 3834 §2).
     */
    private static boolean isAutomatic(String sender, MimeReader.Contents contents, BounceVerdict verdict) {
        var precedence = field(contents, "Precedence").toLowerCase(Locale.ROOT);
        return sender.isEmpty()
                || !field(contents, "List-Id").isEmpty()
                || List.of("bulk", "junk", "list").contains(precedence)
                || ids(field(contents, "Message-ID")).stream()
                        .anyMatch(id -> MessageIdCodec.parseFirst(id).isPresent())
                || verdict.kind() != BounceVerdict.Kind.NONE;
    }

    /** Returns the first address of the undecoded From: a decoder of names could make another one. */
    private static NamedAddress author(String from, String sender) {
        return AddressField.parse(from).mailboxes().stream()
                .findFirst()
                .orElseGet(() -> new NamedAddress(
                        Optional.empty(), EmailAddress.parse(sender).orElse(UNKNOWN)));
    }

    private static String replyTo(String value) {
        var addresses = AddressField.parse(value);
        return line(
                addresses.isComplete()
                        ? addresses.mailboxes().stream()
                                .map(ParsedEmail::mailbox)
                                .collect(Collectors.joining(", "))
                        : value);
    }

    private static String mailbox(NamedAddress mailbox) {
        return mailbox.name()
                .map(name -> SPECIALS.matcher(name).find()
                        ? '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                        : name)
                .map(name -> name + " <" + mailbox.address() + ">")
                .orElse(mailbox.address().value());
    }

    private static String field(MimeReader.Contents contents, String name) {
        return contents.headers().entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(field -> line(field.getValue()))
                .findFirst()
                .orElse("");
    }

    private static List<Header> headers(MimeReader.Contents contents) {
        return STORED_HEADERS.stream()
                .map(name -> new Header(name, field(contents, name)))
                .filter(header -> !header.value().isEmpty())
                .toList();
    }

    private static List<String> ids(String field) {
        return ID.matcher(field)
                .results()
                .map(found -> found.group(1))
                .limit(MAX_REFERENCES)
                .toList();
    }

    private static Attachment file(Attachment file) {
        var name = line(file.filename());
        return new Attachment(
                name.isEmpty() ? "unnamed" : name.substring(0, Math.min(255, name.length())),
                line(file.contentType()),
                file.inline(),
                file.contentId().map(ParsedEmail::line),
                file.bytes());
    }

    private static String harmless(String html) {
        var clean = Jsoup.clean(body(html), "", HARMLESS, new Document.OutputSettings().prettyPrint(false));
        return clean.isBlank() ? shown("") : clean;
    }

    private static String shown(String text) {
        return "<div style=\"white-space: pre-wrap\">" + Html.escape(text) + "</div>";
    }

    private static String body(String text) {
        var clean = text.replace("\u0000", "");
        return clean.length() > MAX_BODY_LENGTH ? clean.substring(0, MAX_BODY_LENGTH) : clean;
    }

    private static String line(String text) {
        var clean = CONTROLS.matcher(text).replaceAll(" ").strip();
        return clean.length() > MAX_FIELD_LENGTH ? clean.substring(0, MAX_FIELD_LENGTH) : clean;
    }
}
