package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import java.util.Optional;

/** The body of {@code POST /templates}; its syntax is not looked at yet. */
record TemplateRequest(
        String name,
        Optional<String> description,
        String subject,
        String body,
        Optional<EmailAddress> from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        EmailClass type) {

    /** Reads a template; throws one 422 with every mistake of form. */
    static TemplateRequest parse(JsonBody body) {
        for (var field : new String[] {"name", "subject", "body", "type"}) {
            if (!body.has(field)) {
                body.missing(field);
            }
        }
        var fields = new TemplateFieldReader(body);
        var name = fields.name();
        var description = fields.description();
        var subject = fields.subject();
        var text = fields.html();
        var from = fields.from();
        var fromName = fields.fromName();
        var replyTo = fields.replyTo();
        var type = fields.type();
        return body.build(() -> new TemplateRequest(
                name.orElseThrow(),
                description,
                subject.orElseThrow(),
                text.orElseThrow(),
                from,
                fromName,
                replyTo,
                type.orElseThrow()));
    }

    /** Characters whose syntax there is to check. */
    int size() {
        return subject.length() + body.length();
    }

    void requireSound() {
        TemplateValidator.require(Optional.of(subject), Optional.of(body));
    }
}
