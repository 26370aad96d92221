package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.SenderLocale;
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

/** Shows a template as somebody would get it, by the same steps as a mail that is sent. Nothing is written. */
public final class PreviewRenderer {

    private static final UUID NOBODY = new UUID(0, 0);
    /** Stands in for a contact nobody named. */
    private static final EmailAddress SAMPLE = new EmailAddress("reader@example.com");

    /** Characters; sixteen times what a line may have, as for mail. */
    private static final int MAX_SUBJECT = 16 * 1024;
    /** Characters; twice what a template may have. */
    private static final int MAX_BODY = 4_000_000;

    private final SystemVariables variables;
    private final Clock clock = Clock.systemUTC();

    PreviewRenderer(SystemVariables variables) {
        this.variables = variables;
    }

    /** {@code publicUrl} is the base of links in mail. */
    public PreviewRenderer(String publicUrl, LinkTokenCodec links) {
        this(new SystemVariables(publicUrl, links));
    }

    /** Whose mail is shown. */
    record PreviewContact(ContactId id, EmailAddress email, boolean subscribed, Map<String, @Nullable Object> data) {

        static final PreviewContact SOMEBODY = new PreviewContact(new ContactId(NOBODY), SAMPLE, true, Map.of());
    }

    /**
     * What the caller sees.
     *
     * @param missing variables that had no value
     */
    public record Shown(String subject, String html, String text, List<String> missing) {}

    /**
     * Whose mail it is, and who speaks in it.
     *
     * @param voice the project's name
     * @param language the project's
     */
    public record PreviewScope(
            ProjectId project, String voice, String language, ContactId contact, EmailAddress to, boolean subscribed) {}

    /** Takes time for a large template; throws a 422 for one whose loops grow beyond all measure. */
    Shown render(
            ProjectId project, Template template, SenderLocale voice, PreviewContact person, PreviewRequest request) {
        var whose = new PreviewScope(
                project, voice.project(), voice.language(), person.id(), person.email(), person.subscribed());
        var kept = request.data().kept().applyTo(person.data());
        return render(template, template.type(), whose, kept, request.data().once());
    }

    /** The same for a mail of this class with these variables. */
    public Shown render(
            Template template,
            EmailClass type,
            PreviewScope whose,
            Map<String, @Nullable Object> kept,
            Map<String, @Nullable Object> once) {
        var reader = new EmailRecipient(
                whose.project(),
                whose.contact(),
                new EmailId(NOBODY),
                whose.to(),
                whose.subscribed(),
                Optional.empty());
        var values = variables.preview(kept, once, reader);
        var now = clock.instant();
        var subject = proof("subject", CompiledTemplate.text(template.subject()), values, MAX_SUBJECT, now);
        var body = proof("body", CompiledTemplate.html(template.body()), values, MAX_BODY, now);
        var sender = template.from().map(EmailAddress::new).orElse(SAMPLE);
        var voice = new SenderLocale(whose.voice(), whose.language());
        var html = new UnsubscribeLinks(variables.previewUrl(), type, sender, voice, values).in(body.text());
        var missing = new LinkedHashSet<>(subject.missing());
        missing.addAll(body.missing());
        return new Shown(
                HeaderValueCheck.oneLine(subject.text()),
                html,
                PlainTextWriter.convert(html),
                new ArrayList<>(missing));
    }

    private static PreviewResult proof(
            String field,
            CompiledTemplate rendering,
            Map<String, @Nullable Object> values,
            int maxCharacters,
            Instant now) {
        return rendering
                .proof(values, maxCharacters, now)
                .orElseThrow(() -> Failure.invalid(
                        field,
                        "too_big",
                        "With these values the " + field + " grows too large to be sent or shown, or takes too long"));
    }
}
