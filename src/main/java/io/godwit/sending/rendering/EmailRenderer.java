package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.NamedAddress;
import io.godwit.core.VerpCodec;
import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.DestinationFields;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.EmailContent;
import io.godwit.sending.LinkTracker;
import io.godwit.sending.rendering.SystemVariables.EmailRecipient;
import io.godwit.smtp.html.PlainTextWriter;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.Message;
import io.godwit.templates.CompiledTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders the message of one email. Every value used in a header is checked again here, the last place before the wire. */
public final class EmailRenderer {

    /** Max characters of a rendered subject; our own bound, sixteen times the length of a line (RFC 5322 §2.1.1). */
    private static final int MAX_SUBJECT = 16 * 1024;

    /** Max characters of a rendered body; the message may have as many bytes. */
    private static final int MAX_BODY = 40 << 20;

    private final CompiledContentCache compiledContents;
    private final SystemVariables variables;
    private final LinkTracker linkTracker;
    private final MessageIdCodec ids;

    public EmailRenderer(
            CompiledContentCache compiledContents,
            SystemVariables variables,
            LinkTracker linkTracker,
            MessageIdCodec ids) {
        this.compiledContents = compiledContents;
        this.variables = variables;
        this.linkTracker = linkTracker;
        this.ids = ids;
    }

    /**
     * A rendered email.
     *
     * @param loggedSubject the subject without the values that must not be kept
     */
    record Rendered(Message message, String loggedSubject) {}

    /** @param links the base of its links, where it is not the server's own address */
    Rendered render(EmailAttempt email, EmailContent content, Optional<String> links) {
        var recipient = reader(email, links);
        var compiled = compiledContents.compiled(content);
        var all = variables.over(email.persistentData(), email.transientData(), recipient);
        var unsubscribe = new UnsubscribeLinks(
                variables.unsubscribeUrl(recipient),
                email.type(),
                content.from().address(),
                email.eligibility().locale(),
                all);
        var subject = HeaderValueCheck.oneLine(bounded(compiled.subject(), all, MAX_SUBJECT, email.date()));
        var html = unsubscribe.in(bounded(compiled.body(), all, MAX_BODY, email.date()));
        var text = compiled.text().map(own -> unsubscribe.inText(bounded(own, all, MAX_BODY, email.date())));
        var body = body(email, recipient, html, text);
        var logged = email.transientData().isEmpty()
                ? subject
                : HeaderValueCheck.oneLine(compiled.subject()
                        .render(variables.over(email.persistentData(), Map.of(), recipient), email.date()));
        return new Rendered(message(email, content, subject, body, unsubscribe), logged);
    }

    /**
     * Renders the body. The plain text of a tracked email keeps the author's addresses: tracking links are long, and a plain
     * text reports no opens.
     */
    private Body body(EmailAttempt email, EmailRecipient recipient, String html, Optional<String> text) {
        return email.isFollowed()
                ? new Body(
                        linkTracker.addTracking(html, recipient.link(), variables.base(recipient)),
                        text.or(() -> Optional.of(PlainTextWriter.convert(html))))
                : new Body(html, text);
    }

    /** @param text empty: generated from the HTML */
    private record Body(String html, Optional<String> text) {}

    /** Renders within a limit and rejects the email beyond it: nested loops multiply, and half a body must not be sent. */
    private static String bounded(
            CompiledTemplate text, Map<String, @Nullable Object> values, int maxCharacters, Instant now) {
        return text.renderBounded(values, maxCharacters, now)
                .orElseThrow(() -> new DeliveryException.Rejected(AttemptOutcome.unsendable(
                        "The rendered subject or body is too large, or takes too long to render")));
    }

    private static EmailRecipient reader(EmailAttempt email, Optional<String> links) {
        var claimed = email.claimed();
        return new EmailRecipient(
                claimed.project(),
                email.contact(),
                claimed.email(),
                email.to(),
                email.eligibility().subscribed(),
                links);
    }

    private Message message(
            EmailAttempt email, EmailContent content, String subject, Body body, UnsubscribeLinks unsubscribe) {
        var destination = destination(email, content);
        return new Message(
                messageId(email.claimed(), content.from().address()),
                email.date(),
                HeaderValueCheck.oneLine(content.from()),
                oneLine(destination.to()),
                oneLine(destination.cc()),
                content.replyTo().map(address -> new NamedAddress(Optional.empty(), new EmailAddress(address))),
                subject,
                body.html(),
                body.text(),
                HeaderValueCheck.oneLine(headers(
                        email.claimed(),
                        unsubscribe.beside(
                                content.headers(), body.html(), email.claimed().project()))),
                content.attachments());
    }

    private static DestinationFields destination(EmailAttempt email, EmailContent content) {
        return content.destination()
                .orElseGet(
                        () -> new DestinationFields(List.of(new NamedAddress(email.toName(), email.to())), List.of()));
    }

    private static List<NamedAddress> oneLine(List<NamedAddress> mailboxes) {
        return mailboxes.stream().map(HeaderValueCheck::oneLine).toList();
    }

    /** Returns the author's headers and the signed token by which a report about the email is believed. */
    private List<Header> headers(ClaimedEmail claimed, List<Header> customHeaders) {
        var headers = new ArrayList<>(customHeaders);
        headers.add(new Header(VerpCodec.HEADER, ids.token(claimed.project(), claimed.email())));
        return headers;
    }

    /**
     * Returns the Message-ID: equal in every copy, so that a receiver can drop a repeat; under the sender's domain, not the
     * server's.
     */
    private String messageId(ClaimedEmail claimed, EmailAddress sender) {
        return ids.write(claimed.project(), claimed.email(), sender.domain());
    }
}
