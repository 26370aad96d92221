package io.godwit.sending;

import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.Failure;
import io.godwit.core.ProjectId;
import io.godwit.sending.SystemVariables.Reader;
import io.godwit.smtp.PlainText;
import io.godwit.templates.Rendering;
import io.godwit.templates.Rendering.Proof;
import io.godwit.templates.Template;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows a template as somebody would get it, by the same steps as a mail that is sent. Nothing is written. */
final class Preview {

    private static final UUID NOBODY = new UUID(0, 0);
    /** Stands in for a contact nobody named. */
    private static final EmailAddress SAMPLE = new EmailAddress("reader@example.com");

    /** Characters; sixteen times what a line may have, as for mail. */
    private static final int MAX_SUBJECT = 16 * 1024;
    /** Characters; twice what a template may have. */
    private static final int MAX_BODY = 4_000_000;

    private final SystemVariables variables;

    Preview(SystemVariables variables) {
        this.variables = variables;
    }

    /** Whose mail is shown. */
    record Person(ContactId id, EmailAddress email, boolean subscribed, Map<String, @Nullable Object> data) {

        static final Person SOMEBODY = new Person(new ContactId(NOBODY), SAMPLE, true, Map.of());
    }

    /**
     * What the caller sees.
     *
     * @param missing variables that had no value
     */
    record Shown(String subject, String html, String text, List<String> missing) {}

    /** Takes time for a large template; throws a 422 for one whose loops grow beyond all measure. */
    Shown of(ProjectId project, Template template, Voice voice, Person person, PreviewRequest request) {
        var reader = new Reader(project, person.id(), new EmailId(NOBODY), person.email(), person.subscribed());
        var kept = request.data().kept().applyTo(person.data());
        var values = variables.preview(kept, request.data().once(), reader);
        var subject = proof("subject", Rendering.text(template.subject()), values, MAX_SUBJECT);
        var body = proof("body", Rendering.html(template.body()), values, MAX_BODY);
        var sender = template.from().map(EmailAddress::new).orElse(SAMPLE);
        var html = new Unsubscribe(variables.previewUrl(), template.type(), sender, voice, values).in(body.text());
        var missing = new LinkedHashSet<>(subject.missing());
        missing.addAll(body.missing());
        return new Shown(HeaderValues.oneLine(subject.text()), html, PlainText.of(html), new ArrayList<>(missing));
    }

    private static Proof proof(
            String field, Rendering rendering, Map<String, @Nullable Object> values, int maxCharacters) {
        return rendering
                .proof(values, maxCharacters)
                .orElseThrow(() -> Failure.invalid(
                        field, "too_big", "With these values the " + field + " grows too large to be sent or shown"));
    }
}
