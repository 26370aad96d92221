package io.godwit.workflows;

import io.godwit.core.SegmentId;
import io.godwit.core.TemplateId;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a step refers to.
 *
 * @param events by name
 * @param fields of contacts, as filters spell them: {@code email}, {@code data.plan}, {@code email.opened}
 */
record Mentions(Set<TemplateId> templates, Set<String> events, Set<String> fields, Set<SegmentId> segments) {

    static final Mentions NOTHING = new Mentions(Set.of(), Set.of(), Set.of(), Set.of());

    Mentions {
        templates = Set.copyOf(templates);
        events = Set.copyOf(events);
        fields = Set.copyOf(new TreeSet<>(fields));
        segments = Set.copyOf(segments);
    }

    static Mentions template(TemplateId template) {
        return new Mentions(Set.of(template), Set.of(), Set.of(), Set.of());
    }

    static Mentions event(String name) {
        return new Mentions(Set.of(), Set.of(name), Set.of(), Set.of());
    }

    static Mentions fields(Set<String> fields) {
        return new Mentions(Set.of(), Set.of(), fields, Set.of());
    }

    static Mentions segment(SegmentId segment) {
        return new Mentions(Set.of(), Set.of(), Set.of("segment." + segment), Set.of(segment));
    }
}
