package io.godwit.workflows.editor;

import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.StepFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The body of {@code PUT /workflows/:id/graph}: all steps and transitions of a workflow. */
record GraphRequest(List<GraphStep> steps, List<TransitionRequest> transitions) {

    private static final String STEPS = "steps";
    private static final String TRANSITIONS = "transitions";
    private static final int MAX_ID = 255;
    /** Limit of transitions; more than two for each step any editor can show. */
    private static final int MAX_TRANSITIONS = 2 * DraftStepEditor.MAX_STEPS;

    GraphRequest {
        steps = List.copyOf(steps);
        transitions = List.copyOf(transitions);
    }

    /**
     * A step as a client sent it.
     *
     * @param id of a stored step, or any text by which transitions name a new one
     * @param type empty only in a body with mistakes
     * @param config empty to keep the stored one
     * @param template of the step or of the config; may be unreadable
     */
    record GraphStep(
            String id,
            Optional<StepType> type,
            String name,
            Optional<Map<String, @Nullable Object>> position,
            Optional<Map<String, @Nullable Object>> config,
            Optional<String> template) {

        static GraphStep read(JsonBody body) {
            var id = body.text("id", 1, MAX_ID);
            if (!body.has("type")) {
                body.missing("type");
            }
            var type = body.optionalEnum("type", StepType.class);
            if (!body.has("name")) {
                body.missing("name");
            }
            var name = StepRequest.readStoredName(body).orElse("");
            var position = StepRequest.readPosition(body);
            var config = StepRequest.readConfig(body);
            return new GraphStep(id, type, name, position, config, StepRequest.readTemplate(body, config));
        }
    }

    static GraphRequest parse(JsonBody body) {
        body.expects(
                STEPS, MemberType.list(MemberType.object("GraphStep", GraphStep::read), 1, DraftStepEditor.MAX_STEPS));
        body.expects(
                TRANSITIONS,
                MemberType.list(MemberType.object("GraphTransition", TransitionRequest::read), 0, MAX_TRANSITIONS));
        var steps = items(body, STEPS, DraftStepEditor.MAX_STEPS, GraphStep::read);
        var transitions = items(body, TRANSITIONS, MAX_TRANSITIONS, TransitionRequest::read);
        return body.build(() -> new GraphRequest(steps, transitions));
    }

    private static <T> List<T> items(JsonBody body, String name, int max, Function<JsonBody, T> reader) {
        if (!body.has(name)) {
            body.missing(name);
        }
        var members = body.optionalList(name).orElse(List.of());
        if (members.size() > max) {
            body.issue(name, "too_big", "Array must contain at most " + max + " element(s)");
            return List.of();
        }
        var items = new ArrayList<T>();
        for (var at = 0; at < members.size(); at++) {
            StepFields.child(body, name + "." + at, members.get(at)).map(reader).ifPresent(items::add);
        }
        return items;
    }
}
