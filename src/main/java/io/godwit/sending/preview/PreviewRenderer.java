package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.rendering.HeaderValueCheck;
import io.godwit.sending.rendering.SystemVariables;
import io.godwit.sending.rendering.SystemVariables.EmailRecipient;
import io.godwit.sending.rendering.UnsubscribeLinks;
import io.godwit.smtp.html.PlainTextWriter;
import io.godwit.templates.CompiledTemplate;
import io.godwit.templates.CompiledTemplate.PreviewResult;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Renders a template for a contact by the same steps as an email that is sent. Nothing is written. */
public final class PreviewRenderer {

    private static final UUID NO_CONTACT = new UUID(0, 0);
    /** The recipient of a preview without a contact. */
    private static final EmailAddress SAMPLE = new EmailAddress("reader@example.com");

    /** Max characters of a rendered subject; sixteen times the length of a header line, as for emails. */
    private static final int MAX_SUBJECT = 16 * 1024;
    /** Max characters of a rendered body; twice the length of a template. */
    private static final int MAX_BODY = 4_000_000;

    private final SystemVariables variables;
    private final Clock clock = Clock.systemUTC();

    PreviewRenderer(SystemVariables variables) {
        this.variables = variables;
    }

    /** Creates the renderer; {@code publicUrl} is the base of links in emails. */
    public PreviewRenderer(String publicUrl, LinkTokenCodec links) {
        this(new SystemVariables(publicUrl, links));
    }

    /** The contact a preview is rendered for. */
    record PreviewContact(ContactId id, EmailAddress email, boolean subscribed, Map<String, @Nullable Object> data) {

        static final PreviewContact SAMPLE_CONTACT =
                new PreviewContact(new ContactId(NO_CONTACT), SAMPLE, true, Map.of());
    }

    /**
     * The rendered preview.
     *
     * @param missing variables that had no value
     */
    public record Shown(String subject, String html, String text, List<String> missing) {}

    /**
     * The project data that a preview is rendered with.
     *
     * @param senderLanguage the project's name
     * @param language the project's
     */
    public record PreviewScope(
            ProjectId project,
            String senderLanguage,
            String language,
            ContactId contact,
            EmailAddress to,
            boolean subscribed) {}

    /** Renders the template, which takes time for a large one; throws a 422 for one whose loops exceed the limits. */
    Shown render(
            ProjectId project, Template template, SenderLocale locale, PreviewContact contact, PreviewRequest request) {
        var scope = new PreviewScope(
                project, locale.project(), locale.language(), contact.id(), contact.email(), contact.subscribed());
        var persistentData = request.data().persistentData().applyTo(contact.data());
        return render(
                template, template.type(), scope, persistentData, request.data().transientData());
    }

    /** Renders an email of this class with these variables, with the same limits. */
    public Shown render(
            Template template,
            EmailClass type,
            PreviewScope scope,
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData) {
        var recipient = new EmailRecipient(
                scope.project(),
                scope.contact(),
                new EmailId(NO_CONTACT),
                scope.to(),
                scope.subscribed(),
                Optional.empty());
        var values = variables.preview(persistentData, transientData, recipient);
        var now = clock.instant();
        var subject = preview("subject", CompiledTemplate.text(template.subject()), values, MAX_SUBJECT, now);
        var body = preview("body", CompiledTemplate.html(template.body()), values, MAX_BODY, now);
        var sender = template.from().map(EmailAddress::new).orElse(SAMPLE);
        var locale = new SenderLocale(scope.senderLanguage(), scope.language());
        var html = new UnsubscribeLinks(variables.previewUrl(), type, sender, locale, values).in(body.text());
        var missing = new LinkedHashSet<>(subject.missing());
        missing.addAll(body.missing());
        return new Shown(
                HeaderValueCheck.oneLine(subject.text()),
                html,
                PlainTextWriter.convert(html),
                new ArrayList<>(missing));
    }

    private static PreviewResult preview(
            String field,
            CompiledTemplate template,
            Map<String, @Nullable Object> values,
            int maxCharacters,
            Instant now) {
        return template.preview(values, maxCharacters, now)
                .orElseThrow(() -> Failure.invalid(
                        field,
                        "too_big",
                        "With these values the " + field + " grows too large to be sent or shown, or takes too long"));
    }
}
