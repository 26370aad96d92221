package io.godwit.templates;

import io.godwit.core.ProjectId;
import io.godwit.core.TemplateId;
import java.time.Instant;
import java.util.Optional;

/** A template as the API shows it. */
record TemplateAnswer(
        TemplateId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        String subject,
        String body,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        TemplateType type,
        Instant createdAt,
        Instant updatedAt) {

    static TemplateAnswer of(ProjectId project, Template template) {
        return new TemplateAnswer(
                template.id(),
                project,
                template.name(),
                template.description(),
                template.subject(),
                template.body(),
                template.from(),
                template.fromName(),
                template.replyTo(),
                template.type(),
                template.createdAt(),
                template.updatedAt());
    }
}
