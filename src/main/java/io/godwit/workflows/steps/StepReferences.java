package io.godwit.workflows.steps;

import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import java.util.Set;
import java.util.TreeSet;

/**
 * The templates, events, fields and segments a step refers to.
 *
 * @param events by name
 * @param fields of contacts, in the spelling of filters: {@code email}, {@code data.plan}, {@code email.opened}
 */
public record StepReferences(
        Set<TemplateId> templates, Set<String> events, Set<String> fields, Set<SegmentId> segments) {

    static final StepReferences NOTHING = new StepReferences(Set.of(), Set.of(), Set.of(), Set.of());

    public StepReferences {
        templates = Set.copyOf(templates);
        events = Set.copyOf(events);
        fields = Set.copyOf(new TreeSet<>(fields));
        segments = Set.copyOf(segments);
    }

    static StepReferences template(TemplateId template) {
        return new StepReferences(Set.of(template), Set.of(), Set.of(), Set.of());
    }

    static StepReferences event(String name) {
        return new StepReferences(Set.of(), Set.of(name), Set.of(), Set.of());
    }

    static StepReferences fields(Set<String> fields) {
        return new StepReferences(Set.of(), Set.of(), fields, Set.of());
    }

    static StepReferences segment(SegmentId segment) {
        return new StepReferences(Set.of(), Set.of(), Set.of("segment." + segment), Set.of(segment));
    }
}
