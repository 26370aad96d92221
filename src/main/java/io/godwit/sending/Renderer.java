package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.Mailbox;
import io.godwit.core.MessageIds;
import io.godwit.core.ReturnPaths;
import io.godwit.sending.SystemVariables.Reader;
import io.godwit.smtp.Header;
import io.godwit.smtp.Message;
import io.godwit.smtp.PlainText;
import io.godwit.templates.Rendering;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders one email of a content. Every value that ends in a header is checked again here, the last place before the wire. */
final class Renderer {

    /** Characters; our own bound, sixteen times what a line may have (RFC 5322 §2.1.1). */
    private static final int MAX_SUBJECT = 16 * 1024;

    /** Characters; the message may have as many bytes (decisions.md, Sizes). */
    private static final int MAX_BODY = 40 << 20;

    private final Wordings wordings;
    private final SystemVariables variables;
    private final Trail trail;
    private final MessageIds ids;

    Renderer(Wordings wordings, SystemVariables variables, Trail trail, MessageIds ids) {
        this.wordings = wordings;
        this.variables = variables;
        this.trail = trail;
        this.ids = ids;
    }

    /**
     * A rendered email.
     *
     * @param loggedSubject the subject without the values that must not be kept
     */
    record Rendered(Message message, String loggedSubject) {}

    /** @param links the base of its links, where it is not our own address */
    Rendered render(Outgoing email, Content content, Optional<String> links) {
        var reader = reader(email, links);
        var wording = wordings.of(content);
        var all = variables.over(email.kept(), email.once(), reader);
        var unsubscribe = new Unsubscribe(
                variables.unsubscribeUrl(reader),
                email.type(),
                content.from().address(),
                email.standing().voice(),
                all);
        var subject = HeaderValues.oneLine(bounded(wording.subject(), all, MAX_SUBJECT, email.date()));
        var html = unsubscribe.in(bounded(wording.body(), all, MAX_BODY, email.date()));
        var text = wording.text().map(own -> unsubscribe.inText(bounded(own, all, MAX_BODY, email.date())));
        var body = body(email, reader, html, text);
        var logged = email.once().isEmpty()
                ? subject
                : HeaderValues.oneLine(
                        wording.subject().render(variables.over(email.kept(), Map.of(), reader), email.date()));
        return new Rendered(message(email, content, subject, body, unsubscribe), logged);
    }

    /** The text of a followed mail shows the author's addresses: ours are long, and nothing opens a text. */
    private Body body(Outgoing email, Reader reader, String html, Optional<String> text) {
        return email.isFollowed()
                ? new Body(
                        trail.mark(html, reader.link(), variables.base(reader)),
                        text.or(() -> Optional.of(PlainText.of(html))))
                : new Body(html, text);
    }

    /** @param text empty: to be made from the HTML */
    private record Body(String html, Optional<String> text) {}

    /** Loops in loops multiply: what grows beyond all measure is no mail, and half of it is none either. */
    private static String bounded(
            Rendering text, Map<String, @Nullable Object> values, int maxCharacters, Instant now) {
        return text.renderBounded(values, maxCharacters, now)
                .orElseThrow(() -> new NotSent(
                        Verdict.unsendable("The rendered subject or body is too large, or takes too long to render")));
    }

    private static Reader reader(Outgoing email, Optional<String> links) {
        var ticket = email.ticket();
        return new Reader(
                ticket.project(),
                email.contact(),
                ticket.email(),
                email.to(),
                email.standing().subscribed(),
                links);
    }

    private Message message(Outgoing email, Content content, String subject, Body body, Unsubscribe unsubscribe) {
        var destination = destination(email, content);
        return new Message(
                messageId(email.ticket(), content.from().address()),
                email.date(),
                HeaderValues.oneLine(content.from()),
                oneLine(destination.to()),
                oneLine(destination.cc()),
                content.replyTo().map(address -> new Mailbox(Optional.empty(), new EmailAddress(address))),
                subject,
                body.html(),
                body.text(),
                HeaderValues.oneLine(headers(
                        email.ticket(),
                        unsubscribe.beside(
                                content.headers(), body.html(), email.ticket().project()))),
                content.attachments());
    }

    private static DestinationFields destination(Outgoing email, Content content) {
        return content.destination()
                .orElseGet(() -> new DestinationFields(List.of(new Mailbox(email.toName(), email.to())), List.of()));
    }

    private static List<Mailbox> oneLine(List<Mailbox> mailboxes) {
        return mailboxes.stream().map(HeaderValues::oneLine).toList();
    }

    /** With the token by which a report about the mail is believed, beside those the author gave. */
    private List<Header> headers(Ticket ticket, List<Header> given) {
        var headers = new ArrayList<>(given);
        headers.add(new Header(ReturnPaths.HEADER, ids.token(ticket.project(), ticket.email())));
        return headers;
    }

    /** The same in every copy, so that a receiver can drop a repeat; under the sender's domain, so that it is not ours alone. */
    private String messageId(Ticket ticket, EmailAddress sender) {
        return ids.write(ticket.project(), ticket.email(), sender.domain());
    }
}
