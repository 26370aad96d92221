package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses an exit by conditions: {@code yes} or {@code no}, or the first branch that holds.
 *
 * @param isMulti true when the step has branches of its own; otherwise {@code branches} is its one condition, called {@code yes}
 */
record ConditionStep(FieldReference field, boolean isMulti, List<Branch> branches) implements Step {

    private static final String YES = "yes";
    private static final String NO = "no";
    private static final int MAX_CONDITIONS = 20;
    private static final int MAX_LABEL_LENGTH = 100;

    ConditionStep {
        branches = List.copyOf(branches);
    }

    /** An exit with its condition. */
    record Branch(String id, StepCondition condition) {}

    static Optional<ConditionStep> read(JsonBody config) {
        config.knows("field", "operator", "value", "unit", "branches");
        var mode = config.optionalText("mode", 1, MAX_LABEL_LENGTH).orElse("binary");
        return switch (mode) {
            case "multi" -> readMulti(config);
            case "binary" ->
                StepCondition.read(config)
                        .filter(ignored -> config.isFlawless())
                        .map(condition ->
                                new ConditionStep(condition.field(), false, List.of(new Branch(YES, condition))));
            default -> {
                config.issue("mode", "invalid_enum_value", "Expected binary or multi");
                yield Optional.empty();
            }
        };
    }

    private static Optional<ConditionStep> readMulti(JsonBody config) {
        var field = StepCondition.field(config);
        var members = config.optionalList("branches").orElse(List.of());
        if (!config.has("branches")) {
            config.missing("branches");
        } else if (members.isEmpty() || members.size() > MAX_CONDITIONS) {
            config.issue(
                    "branches",
                    members.isEmpty() ? "too_small" : "too_big",
                    "Give 1 to " + MAX_CONDITIONS + " branches");
        }
        if (field.isEmpty() || !config.isFlawless()) {
            return Optional.empty();
        }
        var branches = new ArrayList<Branch>();
        var ids = new HashSet<String>();
        for (var at = 0; at < members.size(); at++) {
            StepFields.child(config, "branches." + at, members.get(at))
                    .flatMap(branch -> readBranch(branch, field.get(), ids))
                    .ifPresent(branches::add);
        }
        return config.isFlawless() ? Optional.of(new ConditionStep(field.get(), true, branches)) : Optional.empty();
    }

    private static Optional<Branch> readBranch(JsonBody body, FieldReference field, HashSet<String> ids) {
        var id = body.text("id", 1, MAX_LABEL_LENGTH);
        body.optionalText("name", 0, MAX_LABEL_LENGTH);
        if (id.equals(DEFAULT) || !ids.add(id)) {
            body.issue("id", "custom", "Branches need ids of their own, and " + DEFAULT + " is taken");
        }
        return StepCondition.read(body, field).map(condition -> new Branch(id, condition));
    }

    @Override
    public StepType type() {
        return StepType.CONDITION;
    }

    @Override
    public List<String> exits() {
        if (!isMulti) {
            return List.of(YES, NO);
        }
        var exits = new ArrayList<String>();
        branches.forEach(branch -> exits.add(branch.id()));
        exits.add(DEFAULT);
        return exits;
    }

    @Override
    public StepReferences references() {
        return field.references();
    }

    @Override
    public StepDecision decide(StepContext context) {
        var match = branches.stream()
                .filter(branch -> branch.condition().isTrue(context))
                .map(Branch::id)
                .findFirst();
        return isMulti
                ? StepDecision.leave(match.orElse(DEFAULT), multiOutput(context, match))
                : StepDecision.leave(match.orElse(NO), binaryOutput(context, match.isPresent()));
    }

    private Map<String, @Nullable Object> multiOutput(StepContext context, Optional<String> match) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("field", field.name());
        output.put("mode", "multi");
        output.put("matchedBranch", match.orElse(null));
        output.put("actualValue", field.shown(context));
        output.put("branch", match.orElse(DEFAULT));
        return output;
    }

    private Map<String, @Nullable Object> binaryOutput(StepContext context, boolean isTrue) {
        var condition = branches.get(0).condition().condition();
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("field", field.name());
        output.put("operator", condition.operator());
        output.put("expectedValue", condition.value());
        output.put("actualValue", field.shown(context));
        output.put("result", isTrue);
        output.put("branch", isTrue ? YES : NO);
        return output;
    }
}
