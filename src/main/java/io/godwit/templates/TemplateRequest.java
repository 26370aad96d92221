package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.SingleLine;
import io.godwit.web.Body;
import java.util.Optional;

/** The body of {@code POST /templates}. */
record TemplateRequest(
        String name,
        Optional<String> description,
        String subject,
        String body,
        Optional<EmailAddress> from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        TemplateType type) {

    private static final int MAX_NAME = 100;
    private static final int MAX_DESCRIPTION = 500;
    /** RFC 5322 §2.1.1. */
    private static final int MAX_SUBJECT = 998;
    /** Characters; one body must stay well below the route's 2 MB to leave room for escapes. */
    private static final int MAX_BODY = 2_000_000;

    /** Fails with one 422 for every mistake of form; broken syntax is told alone, with its line and column. */
    static TemplateRequest parse(Body body) {
        var name = line(body, "name", body.text("name", 1, MAX_NAME));
        var description = body.optionalText("description", 0, MAX_DESCRIPTION);
        var subject = line(body, "subject", body.text("subject", 1, MAX_SUBJECT));
        var text = body.text("body", 1, MAX_BODY);
        var from = body.optionalEmail("from");
        var fromName = body.optionalText("fromName", 0, MAX_NAME);
        fromName.ifPresent(words -> line(body, "fromName", words));
        var replyTo = body.optionalEmail("replyTo");
        var type = body.optionalEnum("type", TemplateType.class);
        if (!body.has("type")) {
            body.missing("type");
        }
        return body.build(() -> checked(new TemplateRequest(
                name,
                description,
                subject,
                text,
                from,
                fromName.filter(words -> !words.isBlank()),
                replyTo,
                type.orElseThrow())));
    }

    private static String line(Body body, String field, String text) {
        if (!SingleLine.is(text)) {
            body.issue(field, "invalid_string", "Must not contain line breaks or control characters");
        }
        return text;
    }

    private static TemplateRequest checked(TemplateRequest request) {
        requireSound("subject", request.subject());
        requireSound("body", request.body());
        return request;
    }

    private static void requireSound(String field, String source) {
        Compiler.firstProblem(source).ifPresent(problem -> {
            throw problem.in(field);
        });
    }
}
