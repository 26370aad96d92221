package io.godwit.workflows.draft;

import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.workflows.model.StepType;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A step in a draft; its config may be incomplete.
 *
 * @param position coordinates in the editor
 * @param templateName of {@code template}, when it was read from the database
 */
public record DraftStep(
        StepId id,
        StepType type,
        String name,
        Map<String, @Nullable Object> position,
        Map<String, @Nullable Object> config,
        Optional<TemplateId> template,
        Optional<String> templateName,
        Instant createdAt,
        Instant updatedAt) {

    public DraftStep {
        position = Collections.unmodifiableMap(new LinkedHashMap<>(position));
        config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    }

    public boolean is(StepType other) {
        return type == other;
    }

    /** True when the step has no config yet. */
    public boolean isBlank() {
        return config.isEmpty() && template.isEmpty();
    }

    public DraftStep as(StepId other, Instant at) {
        return new DraftStep(other, type, name, position, config, template, templateName, at, at);
    }

    /** Returns this step with new settings. */
    public DraftStep set(
            String newName,
            Map<String, @Nullable Object> newPosition,
            Map<String, @Nullable Object> newConfig,
            Optional<TemplateId> newTemplate,
            Instant at) {
        return new DraftStep(id, type, newName, newPosition, newConfig, newTemplate, templateName, createdAt, at);
    }

    public DraftStep with(String newName, Map<String, @Nullable Object> newConfig, Instant at) {
        return new DraftStep(id, type, newName, position, newConfig, template, templateName, createdAt, at);
    }
}
