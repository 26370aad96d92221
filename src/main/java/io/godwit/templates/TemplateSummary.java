package io.godwit.templates;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import java.time.Instant;
import java.util.Optional;

/** A template in a list without bodies. */
record TemplateSummary(
        TemplateId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        String subject,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        EmailClass type,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static TemplateSummary of(TemplateResponse whole) {
        return new TemplateSummary(
                whole.id(),
                whole.projectId(),
                whole.name(),
                whole.description(),
                whole.subject(),
                whole.from(),
                whole.fromName(),
                whole.replyTo(),
                whole.type(),
                whole.version(),
                whole.createdAt(),
                whole.updatedAt());
    }
}
