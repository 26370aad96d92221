package io.godwit.workflows.engine;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import java.util.stream.Collectors;

/** Writes the error text that readers of an execution see for an internal error. */
public final class InternalErrorText {

    private InternalErrorText() {}

    public static String sentence(Throwable poison) {
        if (poison instanceof Failure failure) {
            var issues = failure.issues().stream().map(issue -> text(issue)).collect(Collectors.joining("; "));
            return issues.isEmpty() ? failure.sentence() : "The step's config cannot be used: " + issues;
        }
        return "The step could not be carried out";
    }

    private static String text(Issue issue) {
        return issue.field() + ": " + issue.message();
    }
}
