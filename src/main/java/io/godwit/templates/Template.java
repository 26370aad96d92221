package io.godwit.templates;

import io.godwit.core.id.TemplateId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored template.
 *
 * @param version raised by every edit
 */
public record Template(
        TemplateId id,
        String name,
        Optional<String> description,
        String subject,
        String body,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        EmailClass type,
        int version,
        Instant createdAt,
        Instant updatedAt) {}
