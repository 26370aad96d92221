package io.godwit.workflows.editor;

import io.godwit.core.id.StepId;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.Optional;

/**
 * The body of {@code POST /workflows/:id/transitions}. A branch may be given as {@code branch} or as {@code condition.branch};
 * first-generation editors say {@code condition: null} for a plain link, and {@code condition.branch: "timeout"} or {@code
 * condition.fallback: true} for the timeout of a wait.
 */
record TransitionRequest(
        String from,
        String to,
        Optional<String> branch,
        Optional<WaitOutcome> outcome,
        boolean isFallback,
        int priority) {

    static final int MAX_ID = 255;
    private static final int MAX_BRANCH = 100;
    private static final int MAX_PRIORITY = 1_000_000;
    private static final String TIMEOUT = "timeout";

    static TransitionRequest parse(JsonBody body) {
        var read = read(body);
        return body.build(() -> read);
    }

    /** Reads a transition that stands among others; its mistakes are noted. */
    static TransitionRequest read(JsonBody body) {
        var from = body.text("fromStepId", 1, MAX_ID);
        var to = body.text("toStepId", 1, MAX_ID);
        body.expects("condition", MemberType.object("TransitionCondition", BranchCondition::read));
        var condition = body.optionalObject("condition")
                .map(members -> BranchCondition.read(body.child("condition", members)))
                .orElse(BranchCondition.NONE);
        var named = condition.branch();
        var fallback = condition.fallback();
        var branch = body.optionalText("branch", 1, MAX_BRANCH);
        if (branch.isPresent() && named.isPresent() && !branch.equals(named)) {
            body.issue("branch", "custom", "Says something else than condition.branch; give one of them");
        }
        var outcome = body.optionalEnum("waitOutcome", WaitOutcome.class);
        var priority = priority(body);
        return new TransitionRequest(from, to, branch.or(() -> named), outcome, fallback.orElse(false), priority);
    }

    /** The branch in the spelling of editors that put it into an object. */
    private record BranchCondition(Optional<String> branch, Optional<Boolean> fallback) {

        static final BranchCondition NONE = new BranchCondition(Optional.empty(), Optional.empty());

        static BranchCondition read(JsonBody body) {
            return new BranchCondition(body.optionalText("branch", 1, MAX_BRANCH), body.optionalFlag("fallback"));
        }
    }

    private static int priority(JsonBody body) {
        body.expects("priority", MemberType.whole(0, MAX_PRIORITY));
        var value = body.raw("priority");
        if (value == null) {
            return 0;
        }
        if (!(value instanceof Number)) {
            body.wrongType("priority", "number", value);
        } else if (!(value instanceof Integer whole) || whole < 0 || whole > MAX_PRIORITY) {
            body.issue("priority", "custom", "Expected a whole number from 0 to " + MAX_PRIORITY);
        } else {
            return whole;
        }
        return 0;
    }

    /** Returns the transition with other ends. */
    TransitionRequest between(StepId otherFrom, StepId otherTo) {
        return new TransitionRequest(otherFrom.toString(), otherTo.toString(), branch, outcome, isFallback, priority);
    }

    /** The timeout in the spelling of editors that know no outcomes. */
    boolean isLegacyTimeout() {
        return isFallback || branch.filter(TIMEOUT::equals).isPresent();
    }
}
