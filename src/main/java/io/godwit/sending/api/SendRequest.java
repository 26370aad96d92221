package io.godwit.sending.api;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.core.SingleLine;
import io.godwit.smtp.message.Header;
import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The body of {@code POST /v1/send}.
 *
 * @param scheduledAt empty: sent at once
 * @param text the plain text beside the HTML; empty: generated from the HTML
 * @param template as written: an unknown id is a 404, not a validation error
 * @param senderName the deprecated {@code name}; used when {@code from} has none
 */
record SendRequest(
        SendRecipients recipients,
        Optional<Instant> scheduledAt,
        Optional<String> subject,
        Optional<String> body,
        Optional<String> text,
        Optional<String> template,
        Optional<RecipientRequest> from,
        Optional<String> senderName,
        Optional<Boolean> subscribed,
        Optional<Boolean> tracking,
        DataChange data,
        Optional<EmailAddress> reply,
        List<Header> headers,
        List<AttachedFile> attachments) {

    /** Characters of a subject (RFC 5322 §2.1.1). */
    private static final int MAX_SUBJECT = 998;

    private static final int MAX_TEMPLATE = 255;

    /** Parses the body; {@code relayHeaders} allows headers that steer the relay. */
    static SendRequest parse(JsonBody body, Instant now, boolean relayHeaders) {
        body.ignores("type", "withUnsubscribe");
        var recipients = SendRecipients.read(body);
        var scheduledAt = SendTimeReader.read(body, now);
        var subject = subject(body);
        var html = body.optionalText("body", 1, Integer.MAX_VALUE);
        var text = body.optionalText("text", 1, Integer.MAX_VALUE);
        var template = body.optionalText("template", 1, MAX_TEMPLATE);
        if (!body.has("template") && !(body.has("subject") && body.has("body"))) {
            body.issue("template", "custom", "Either template, or both subject and body, must be given");
        }
        var from = RecipientRequest.sender(body, "from");
        var name = RecipientRequest.displayName(body, "name");
        var subscribed = body.optionalFlag("subscribed");
        var tracking = body.optionalFlag("tracking");
        var data = DataChange.read(body, "data");
        var reply = body.optionalAsciiEmail(MemberAliases.presentName(body, "reply", "replyTo", "reply_to"));
        var headers = CustomHeaderReader.read(body, "headers", relayHeaders);
        var files = AttachedFileReader.read(body, "attachments");
        return body.build(() -> new SendRequest(
                recipients,
                scheduledAt,
                subject,
                html,
                text,
                template,
                from,
                name,
                subscribed,
                tracking,
                data,
                reply,
                headers,
                files));
    }

    private static Optional<String> subject(JsonBody body) {
        var subject = body.optionalText("subject", 1, MAX_SUBJECT);
        if (subject.isPresent() && !SingleLine.is(subject.get())) {
            body.issue("subject", "invalid_string", "A subject must not contain line breaks or control characters");
        }
        return subject;
    }

    /** Returns whether the content is exactly the template's, so that calls can share it. */
    boolean isPlainTemplate() {
        return template.isPresent()
                && subject.isEmpty()
                && body.isEmpty()
                && text.isEmpty()
                && recipients.recipientFields().isEmpty()
                && from.isEmpty()
                && senderName.isEmpty()
                && reply.isEmpty()
                && headers.isEmpty()
                && attachments.isEmpty();
    }
}
