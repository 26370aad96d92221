package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.SegmentId;
import io.godwit.segments.Criterion;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field as conditions of workflows name it: what filters of segments know, with or without {@code contact.} before it, but
 * for {@code event.<path>} and {@code workflow.<path>}, which look into the execution's context.
 *
 * @param name as the caller wrote it
 * @param spelled as filters spell it; {@code data.<path>} for a path of the context, which has values of the same kind
 * @param ofContext whether it looks into the context
 */
record FieldRef(String name, String spelled, boolean ofContext) {

    static final int LONGEST = 600;

    private static final Set<String> STANDARD = Set.of("email", "subscribed", "createdAt", "updatedAt");
    private static final String CONTACT = "contact.";
    private static final String DATA = "data.";
    private static final String SEGMENT = "segment.";

    /** Empty for a name that stands for nothing. */
    static Optional<FieldRef> named(String name) {
        for (var root : Set.of("event.", "workflow.")) {
            if (name.startsWith(root)) {
                return known(new FieldRef(name, DATA + name.substring(root.length()), true));
            }
        }
        if (name.startsWith(CONTACT)) {
            var rest = name.substring(CONTACT.length());
            return STANDARD.contains(rest) || rest.startsWith(DATA)
                    ? known(new FieldRef(name, rest, false))
                    : Optional.empty();
        }
        return known(new FieldRef(name, name, false));
    }

    /** A path into the data of an event, with or without {@code event.} or {@code data.} before it. */
    static Optional<FieldRef> ofEvent(String name) {
        var path = name.startsWith("event.") || name.startsWith(DATA) ? name.substring(name.indexOf('.') + 1) : name;
        return known(new FieldRef(name, DATA + path, true));
    }

    private static Optional<FieldRef> known(FieldRef field) {
        return Criterion.knows(field.spelled) ? Optional.of(field) : Optional.empty();
    }

    Mentions mentions() {
        if (ofContext) {
            return Mentions.NOTHING;
        }
        return segment().map(Mentions::segment).orElseGet(() -> Mentions.fields(Set.of(spelled)));
    }

    private Optional<SegmentId> segment() {
        return spelled.startsWith(SEGMENT)
                ? Ids.parse(spelled.substring(SEGMENT.length())).map(SegmentId::new)
                : Optional.empty();
    }

    /** What there is, as {@link Criterion#holds} takes it. */
    @Nullable
    Object in(Situation situation) {
        if (ofContext) {
            return Paths.find(situation.context().all(), path());
        }
        var person = situation.person();
        return switch (spelled) {
            case "email" -> person.email().value();
            case "subscribed" -> person.contact().subscribed();
            case "createdAt" -> person.createdAt();
            case "updatedAt" -> person.updatedAt();
            default -> other(situation);
        };
    }

    private @Nullable Object other(Situation situation) {
        if (spelled.startsWith(DATA)) {
            return Paths.find(situation.person().contact().data(), path());
        }
        return spelled.startsWith(SEGMENT)
                ? segment().map(situation.facts().memberships()::get).orElse(null)
                : situation.facts().lastMail().get(spelled);
    }

    /** What the history may show: nothing that was to be seen only once. */
    @Nullable
    Object shown(Situation situation) {
        var found = in(situation);
        if (ofContext && Paths.find(situation.context().once(), path()) != null) {
            return null;
        }
        return found instanceof Instant moment ? moment.toString() : found;
    }

    private String path() {
        return spelled.substring(DATA.length());
    }
}
