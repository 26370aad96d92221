package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.ExecutionContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on the data of an event that ends a wait.
 *
 * @param any true when one of the conditions is enough
 * @param written the conditions as read, in object form, to be stored beside the wait
 */
public record EventConditions(boolean any, List<StepCondition> conditions, Map<String, @Nullable Object> written) {

    private static final int MAX_CONDITIONS = 20;

    /** Operator that joins conditions. */
    private enum Joined {
        AND,
        OR
    }

    public EventConditions {
        conditions = List.copyOf(conditions);
    }

    /**
     * Reads a list, joined by AND, or {@code {operator, conditions}}; mistakes are noted; empty when there are no conditions.
     */
    static Optional<EventConditions> read(JsonBody body, String name) {
        if (body.raw(name) instanceof List<?> list) {
            return list.isEmpty() ? Optional.empty() : Optional.of(of(body.child(name, Map.of()), "", false, list));
        }
        return body.optionalObject(name).map(members -> ofObject(body.child(name, members)));
    }

    /** Reads the stored form {@link #written}. */
    public static EventConditions stored(Map<String, @Nullable Object> written) {
        var body = JsonBody.of(written);
        var read = ofObject(body);
        return body.build(() -> read);
    }

    private static EventConditions ofObject(JsonBody body) {
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

    private static EventConditions of(JsonBody body, String prefix, boolean any, List<?> list) {
        var conditions = new ArrayList<StepCondition>();
        if (list.size() > MAX_CONDITIONS) {
            body.issue(prefix + MAX_CONDITIONS, "too_big", "A wait may have at most " + MAX_CONDITIONS + " conditions");
            return new EventConditions(any, List.of(), Map.of());
        }
        for (var at = 0; at < list.size(); at++) {
            StepFields.child(body, prefix + at, list.get(at))
                    .flatMap(EventConditions::question)
                    .ifPresent(conditions::add);
        }
        return new EventConditions(any, conditions, Map.of("operator", any ? "OR" : "AND", "conditions", list));
    }

    private static Optional<StepCondition> question(JsonBody body) {
        body.knows("operator", "value", "unit");
        var name = body.text("field", 1, FieldReference.MAX_LENGTH);
        var field = FieldReference.ofEvent(name);
        if (field.isEmpty() && !name.isEmpty()) {
            body.issue("field", "invalid_enum_value", "Expected event.<path>");
        }
        return field.flatMap(known -> StepCondition.read(body, known));
    }

    public boolean matches(ExecutionContext event, Instant now) {
        return any
                ? conditions.stream().anyMatch(condition -> isTrue(condition, event, now))
                : conditions.stream().allMatch(condition -> isTrue(condition, event, now));
    }

    private static boolean isTrue(StepCondition condition, ExecutionContext event, Instant now) {
        return condition
                .condition()
                .isTrue(JsonPaths.find(event.all(), condition.field().text().substring("data.".length())), now);
    }
}
