package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateFieldReader;
import io.godwit.templates.TemplateValidator;
import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The content of an email that is not stored as a template; like a template, but without a name. */
record EmailDraft(
        String subject,
        String body,
        Optional<EmailAddress> from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        EmailClass type) {

    /** Reads the members and notes mistakes on the body; without a type the email is transactional, as in a send request. */
    static EmailDraft read(JsonBody body) {
        for (var field : new String[] {"subject", "body"}) {
            if (!body.has(field)) {
                body.missing(field);
            }
        }
        var fields = new TemplateFieldReader(body);
        return new EmailDraft(
                fields.subject().orElse(""),
                fields.html().orElse(""),
                fields.from(),
                fields.fromName(),
                fields.replyTo(),
                fields.type().orElse(EmailClass.TRANSACTIONAL));
    }

    /** Characters whose syntax there is to check. */
    int size() {
        return subject.length() + body.length();
    }

    /** Throws a 422 that tells the first mistake of the placeholders with its line and column. */
    void requireSound() {
        TemplateValidator.require(Optional.of(subject), Optional.of(body));
    }

    Template template() {
        return new Template(
                new TemplateId(new UUID(0, 0)),
                "",
                Optional.empty(),
                subject,
                body,
                from.map(EmailAddress::value),
                fromName,
                replyTo.map(EmailAddress::value),
                type,
                1,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
