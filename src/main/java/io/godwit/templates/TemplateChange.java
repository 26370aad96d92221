package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import java.util.Optional;

/**
 * The body of {@code PATCH /templates/:id}; its syntax is not looked at yet. Absent members stay as they are; null clears
 * optional ones.
 */
record TemplateChange(
        Optional<String> name,
        FieldChange description,
        Optional<String> subject,
        Optional<String> body,
        FieldChange from,
        FieldChange fromName,
        FieldChange replyTo,
        Optional<EmailClass> type) {

    /** Fails with one 422 for every mistake of form. */
    static TemplateChange parse(JsonBody body) {
        var fields = new TemplateFieldReader(body);
        var name = fields.name();
        var description = fields.edit("description", fields.description());
        var subject = fields.subject();
        var text = fields.html();
        var from = fields.edit("from", fields.from().map(EmailAddress::value));
        var fromName = fields.edit("fromName", fields.fromName());
        var replyTo = fields.edit("replyTo", fields.replyTo().map(EmailAddress::value));
        var type = fields.type();
        return body.build(() -> new TemplateChange(name, description, subject, text, from, fromName, replyTo, type));
    }

    /** The sender the project has to be allowed to use. */
    Optional<EmailAddress> sender() {
        return from.value().map(EmailAddress::new);
    }

    /** Characters whose syntax there is to check. */
    int size() {
        return subject.map(String::length).orElse(0) + body.map(String::length).orElse(0);
    }

    void requireSound() {
        TemplateValidator.require(subject, body);
    }
}
