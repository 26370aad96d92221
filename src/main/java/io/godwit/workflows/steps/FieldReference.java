package io.godwit.workflows.steps;

import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.ValueCondition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field named by a condition of a workflow: a field of segment filters, with or without {@code contact.} before it, or
 * {@code event.<path>} and {@code workflow.<path>}, which are paths into the execution's context.
 *
 * @param name the name in the caller's spelling
 * @param text the name in the spelling of filters; {@code data.<path>} for a path into the context, which has values of the
 * same kind
 * @param ofContext true for a path into the context
 */
record FieldReference(String name, String text, boolean ofContext) {

    static final int MAX_LENGTH = 600;

    private static final Set<String> STANDARD = Set.of("email", "subscribed", "createdAt", "updatedAt");
    private static final String CONTACT = "contact.";
    private static final String DATA = "data.";
    private static final String SEGMENT = "segment.";

    /** Finds the field of a name; empty for an unknown one. */
    static Optional<FieldReference> byName(String name) {
        for (var root : Set.of("event.", "workflow.")) {
            if (name.startsWith(root)) {
                return known(new FieldReference(name, DATA + name.substring(root.length()), true));
            }
        }
        if (name.startsWith(CONTACT)) {
            var remaining = name.substring(CONTACT.length());
            return STANDARD.contains(remaining) || remaining.startsWith(DATA)
                    ? known(new FieldReference(name, remaining, false))
                    : Optional.empty();
        }
        return known(new FieldReference(name, name, false));
    }

    /** A path into the data of an event, with or without {@code event.} or {@code data.} before it. */
    static Optional<FieldReference> ofEvent(String name) {
        var path = name.startsWith("event.") || name.startsWith(DATA) ? name.substring(name.indexOf('.') + 1) : name;
        return known(new FieldReference(name, DATA + path, true));
    }

    private static Optional<FieldReference> known(FieldReference field) {
        return ValueCondition.knows(field.text) ? Optional.of(field) : Optional.empty();
    }

    StepReferences references() {
        if (ofContext) {
            return StepReferences.NOTHING;
        }
        return segment().map(StepReferences::segment).orElseGet(() -> StepReferences.fields(Set.of(text)));
    }

    private Optional<SegmentId> segment() {
        return text.startsWith(SEGMENT)
                ? Ids.parse(text.substring(SEGMENT.length())).map(SegmentId::new)
                : Optional.empty();
    }

    /** The field's value, as {@link ValueCondition#isTrue} takes it. */
    @Nullable
    Object in(StepContext context) {
        if (ofContext) {
            return JsonPaths.find(context.context().all(), path());
        }
        var contact = context.contact();
        return switch (text) {
            case "email" -> contact.email().value();
            case "subscribed" -> contact.contact().subscribed();
            case "createdAt" -> contact.createdAt();
            case "updatedAt" -> contact.updatedAt();
            default -> other(context);
        };
    }

    private @Nullable Object other(StepContext context) {
        if (text.startsWith(DATA)) {
            return JsonPaths.find(context.contact().contact().data(), path());
        }
        return text.startsWith(SEGMENT)
                ? segment().map(context.data().memberships()::get).orElse(null)
                : context.data().lastMail().get(text);
    }

    /** The field's value for the history: without non-persistent values. */
    @Nullable
    Object shown(StepContext context) {
        var found = in(context);
        if (ofContext && JsonPaths.find(context.context().transientData(), path()) != null) {
            return null;
        }
        return found instanceof Instant moment ? moment.toString() : found;
    }

    private String path() {
        return text.substring(DATA.length());
    }
}
