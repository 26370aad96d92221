package io.godwit.workflows;

import io.godwit.web.Body;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the data of an event must say to end a wait.
 *
 * @param any whether one of the questions is enough
 * @param written as it was read, in its object form, to be kept beside the wait
 */
record EventConditions(boolean any, List<Question> questions, Map<String, @Nullable Object> written) {

    private static final int MOST = 20;

    /** How questions are joined. */
    private enum Joined {
        AND,
        OR
    }

    EventConditions {
        questions = List.copyOf(questions);
    }

    /** A list, joined by AND, or {@code {operator, conditions}}; mistakes are noted, empty when there is none. */
    static Optional<EventConditions> read(Body body, String name) {
        if (body.raw(name) instanceof List<?> list) {
            return list.isEmpty() ? Optional.empty() : Optional.of(of(body.child(name, Map.of()), "", false, list));
        }
        return body.optionalObject(name).map(members -> ofObject(body.child(name, members)));
    }

    /** What {@link #written} gave. */
    static EventConditions stored(Map<String, @Nullable Object> written) {
        var body = Body.of(written);
        var read = ofObject(body);
        return body.build(() -> read);
    }

    private static EventConditions ofObject(Body body) {
        var joined = body.optionalEnum("operator", Joined.class)
                .or(() -> body.optionalEnum("logic", Joined.class))
                .orElse(Joined.AND);
        var list = body.optionalList("conditions").orElse(List.of());
        if (!body.has("conditions")) {
            body.missing("conditions");
        } else if (list.isEmpty()) {
            body.issue("conditions", "too_small", "Array must contain at least 1 element(s)");
        }
        return of(body, "conditions.", joined == Joined.OR, list);
    }

    private static EventConditions of(Body body, String prefix, boolean any, List<?> list) {
        var questions = new ArrayList<Question>();
        if (list.size() > MOST) {
            body.issue(prefix + MOST, "too_big", "A wait may have at most " + MOST + " conditions");
            return new EventConditions(any, List.of(), Map.of());
        }
        for (var at = 0; at < list.size(); at++) {
            Bodies.child(body, prefix + at, list.get(at))
                    .flatMap(EventConditions::question)
                    .ifPresent(questions::add);
        }
        return new EventConditions(any, questions, Map.of("operator", any ? "OR" : "AND", "conditions", list));
    }

    private static Optional<Question> question(Body body) {
        body.knows("operator", "value", "unit");
        var name = body.text("field", 1, FieldRef.LONGEST);
        var field = FieldRef.ofEvent(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", "Expected event.<path>");
        }
        return field.flatMap(known -> Question.read(body, known));
    }

    boolean hold(Context event, Instant now) {
        return any
                ? questions.stream().anyMatch(question -> holds(question, event, now))
                : questions.stream().allMatch(question -> holds(question, event, now));
    }

    private static boolean holds(Question question, Context event, Instant now) {
        return question.criterion()
                .holds(Paths.find(event.all(), question.field().spelled().substring("data.".length())), now);
    }
}
