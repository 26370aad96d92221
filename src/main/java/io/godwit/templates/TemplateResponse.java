package io.godwit.templates;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import java.time.Instant;
import java.util.Optional;

/**
 * A template as the API shows it.
 *
 * @param version raised by every edit; {@code If-Match} names the one an edit begins from
 * @param body empty only in a list whose bodies together would be too large for one answer
 */
record TemplateResponse(
        TemplateId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        String subject,
        Optional<String> body,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        EmailClass type,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static TemplateResponse of(ProjectId project, Template template) {
        return of(project, template, true);
    }

    private static TemplateResponse of(ProjectId project, Template template, boolean whole) {
        return new TemplateResponse(
                template.id(),
                project,
                template.name(),
                template.description(),
                template.subject(),
                Optional.of(template.body()).filter(ignored -> whole),
                template.from(),
                template.fromName(),
                template.replyTo(),
                template.type(),
                template.version(),
                template.createdAt(),
                template.updatedAt());
    }

    /** In a list: the store leaves out a body by giving none, which no stored template has. */
    static TemplateResponse listed(ProjectId project, Template template) {
        return of(project, template, !template.body().isEmpty());
    }
}
