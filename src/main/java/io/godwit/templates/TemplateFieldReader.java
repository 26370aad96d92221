package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.SingleLine;
import io.godwit.web.JsonBody;
import java.util.Optional;

/** Reads the members of a template, alike for a new one, a change and an email that is no template. */
public final class TemplateFieldReader {

    /** Characters of a name, and of a sender's name. */
    static final int MAX_NAME = 100;

    private static final int MAX_DESCRIPTION = 500;
    /** RFC 5322 §2.1.1. */
    private static final int MAX_SUBJECT = 998;
    /** Characters; one body must stay well below the route's 2 MB to leave room for escapes. */
    private static final int MAX_BODY = 2_000_000;

    private final JsonBody body;

    public TemplateFieldReader(JsonBody body) {
        this.body = body;
    }

    Optional<String> name() {
        return line("name", body.optionalText("name", 1, MAX_NAME));
    }

    Optional<String> description() {
        return body.optionalText("description", 0, MAX_DESCRIPTION);
    }

    public Optional<String> subject() {
        return line("subject", body.optionalText("subject", 1, MAX_SUBJECT));
    }

    public Optional<String> html() {
        return body.optionalText("body", 1, MAX_BODY);
    }

    public Optional<EmailAddress> from() {
        return body.optionalAsciiEmail("from");
    }

    /** A blank one counts as none. */
    public Optional<String> fromName() {
        return line("fromName", body.optionalText("fromName", 0, MAX_NAME)).filter(words -> !words.isBlank());
    }

    public Optional<EmailAddress> replyTo() {
        return body.optionalAsciiEmail("replyTo");
    }

    public Optional<EmailClass> type() {
        return body.optionalEnum("type", EmailClass.class);
    }

    /** The change of a field that null clears. */
    FieldChange edit(String field, Optional<String> value) {
        return body.has(field) || body.isNull(field) ? FieldChange.to(value) : FieldChange.NONE;
    }

    private Optional<String> line(String field, Optional<String> text) {
        if (text.isPresent() && !SingleLine.is(text.get())) {
            body.issue(field, "invalid_string", "Must not contain line breaks or control characters");
        }
        return text;
    }
}
