package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.NamedAddress;
import io.godwit.core.VerpCodec;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.DestinationFields;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.sending.rendering.CompiledContentCache.CompiledContent;
import io.godwit.sending.rendering.LinkTracker.EmailLinks;
import io.godwit.sending.rendering.SystemVariables.EmailRecipient;
import io.godwit.smtp.html.PlainTextWriter;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.Message;
import io.godwit.smtp.message.MessageText;
import io.godwit.smtp.message.PlainText;
import io.godwit.templates.CompiledTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
        var own = compiled.text().map(text -> unsubscribe.inText(bounded(text, all, MAX_BODY, email.date())));
        var base = variables.base(recipient);
        var body = prepared(email, content, compiled, base, all, unsubscribe, own)
                .orElseGet(() -> body(
                        email,
                        base,
                        unsubscribe.in(bounded(compiled.body(), all, MAX_BODY, email.date())),
                        own,
                        unsubscribe));
        var logged = email.transientData().isEmpty()
                ? subject
                : HeaderValueCheck.oneLine(compiled.subject()
                        .render(variables.over(email.persistentData(), Map.of(), recipient), email.date()));
        var headers = unsubscribe.beside(
                headers(compiled, all, email.date()),
                body.unsubscribable(),
                email.claimed().project());
        return new Rendered(message(email, content, subject, body, headers), logged);
    }

    /** Completes the message of an SMTP client for one recipient; nothing in it is a placeholder. */
    byte[] complete(EmailAttempt email, EmailContent content, byte[] raw, Optional<String> links) {
        var recipient = reader(email, links);
        var all = variables.over(email.persistentData(), email.transientData(), recipient);
        var unsubscribe = new UnsubscribeLinks(
                variables.unsubscribeUrl(recipient),
                email.type(),
                content.from().address(),
                email.eligibility().locale(),
                all);
        UnaryOperator<String> tracked = html ->
                email.isTracked() ? links(email, variables.base(recipient)).addTracking(html) : html;
        var own = new ArrayList<Header>(headers(email.claimed(), List.of()));
        if (content.smtp().flatMap(SmtpSubmission::messageId).isEmpty()) {
            own.add(new Header(
                    "Message-ID",
                    "<" + messageId(email.claimed(), content.from().address()) + ">"));
        }
        return SubmittedMessageCompleter.complete(raw, own, unsubscribe, email, tracked);
    }

    /** Renders the body by what is prepared of it; empty when the values do not allow that, or nothing is prepared. */
    private Optional<Body> prepared(
            EmailAttempt email,
            EmailContent content,
            CompiledContent compiled,
            String base,
            Map<String, @Nullable Object> values,
            UnsubscribeLinks unsubscribe,
            Optional<String> own) {
        var tracked = Optional.of(base).filter(ignored -> email.isTracked());
        return compiledContents
                .prepared(content, compiled, tracked, linkTracker)
                .flatMap(prepared -> compiled.body()
                        .dynamicTexts(values, MAX_BODY, email.date())
                        .flatMap(texts -> unsubscribe.withFooter(texts))
                        .filter(prepared::takes)
                        .map(texts -> new Body(
                                prepared.html(
                                        texts,
                                        tracked.map(known -> links(email, known))
                                                .orElse(null)),
                                own.<MessageText>map(PlainText::new).orElseGet(() -> prepared.plainText(texts)),
                                unsubscribe.isIn(texts))));
    }

    private EmailLinks links(EmailAttempt email, String base) {
        return linkTracker.links(email.claimed().project(), email.claimed().email(), base);
    }

    /**
     * Renders the body by itself. The plain text of a tracked email keeps the author's addresses: tracking links are long, and a
     * plain text shows them.
     */
    private Body body(
            EmailAttempt email, String base, String html, Optional<String> own, UnsubscribeLinks unsubscribe) {
        return new Body(
                new PlainText(email.isTracked() ? links(email, base).addTracking(html) : html),
                new PlainText(own.orElseGet(() -> PlainTextWriter.convert(html))),
                unsubscribe.isIn(List.of(html)));
    }

    /** @param unsubscribable whether the HTML has the link to unsubscribe */
    private record Body(MessageText html, MessageText text, boolean unsubscribable) {}

    /** Renders within a limit and rejects the email beyond it: nested loops multiply, and half a body must not be sent. */
    private static String bounded(
            CompiledTemplate text, Map<String, @Nullable Object> values, int maxCharacters, Instant now) {
        return text.renderBounded(values, maxCharacters, now)
                .orElseThrow(() -> new DeliveryException.Rejected(AttemptOutcome.unsendable(
                        "The rendered subject or body is too large, or takes too long to render")));
    }

    private static List<Header> headers(CompiledContent compiled, Map<String, @Nullable Object> values, Instant now) {
        return compiled.headers()
                .render(values, now)
                .orElseThrow(() -> new DeliveryException.Rejected(
                        AttemptOutcome.unsendable("The rendered headers are too large, or take too long to render")));
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
            EmailAttempt email, EmailContent content, String subject, Body body, List<Header> customHeaders) {
        var recipients = recipients(email, content);
        return new Message(
                messageId(email.claimed(), content.from().address()),
                email.date(),
                HeaderValueCheck.oneLine(content.from()),
                oneLine(recipients.to()),
                oneLine(recipients.cc()),
                content.replyTo().map(address -> new NamedAddress(Optional.empty(), new EmailAddress(address))),
                subject,
                body.html(),
                body.text(),
                HeaderValueCheck.oneLine(headers(email.claimed(), customHeaders)),
                content.attachments());
    }

    private static DestinationFields recipients(EmailAttempt email, EmailContent content) {
        return content.recipients()
                .orElseGet(
                        () -> new DestinationFields(List.of(new NamedAddress(email.toName(), email.to())), List.of()));
    }

    private static List<NamedAddress> oneLine(List<NamedAddress> mailboxes) {
        return mailboxes.stream().map(HeaderValueCheck::oneLine).toList();
    }

    /** Returns the author's headers and the signed token by which a report about the email is believed. */
    private List<Header> headers(ClaimedEmail claimed, List<Header> customHeaders) {
        var headers = new ArrayList<>(customHeaders);
        headers.add(new Header(VerpCodec.HEADER, token(claimed)));
        return headers;
    }

    /** Returns the signed token of an email. */
    String token(ClaimedEmail claimed) {
        return ids.token(claimed.project(), claimed.email());
    }

    /**
     * Returns the Message-ID: equal in every copy, so that a receiver can drop a repeat; under the sender's domain, not the
     * server's.
     */
    private String messageId(ClaimedEmail claimed, EmailAddress sender) {
        return ids.write(claimed.project(), claimed.email(), sender.domain());
    }
}
