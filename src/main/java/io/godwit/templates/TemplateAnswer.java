package io.godwit.templates;

import io.godwit.core.ProjectId;
import io.godwit.core.TemplateId;
import java.time.Instant;
import java.util.Optional;

/**
 * A template as the API shows it.
 *
 * @param body empty only in a list whose bodies together would be too large for one answer
 */
record TemplateAnswer(
        TemplateId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        String subject,
        Optional<String> body,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        TemplateType type,
        Instant createdAt,
        Instant updatedAt) {

    static TemplateAnswer of(ProjectId project, Template template) {
        return of(project, template, true);
    }

    private static TemplateAnswer of(ProjectId project, Template template, boolean whole) {
        return new TemplateAnswer(
                template.id(),
                project,
                template.name(),
                template.description(),
                template.subject(),
                Optional.of(template.body()).filter(body -> whole),
                template.from(),
                template.fromName(),
                template.replyTo(),
                template.type(),
                template.createdAt(),
                template.updatedAt());
    }

    /** In a list: the store leaves out a body by giving none, which no stored template has. */
    static TemplateAnswer listed(ProjectId project, Template template) {
        return of(project, template, !template.body().isEmpty());
    }
}
