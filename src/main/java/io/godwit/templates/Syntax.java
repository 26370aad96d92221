package io.godwit.templates;

import java.util.Optional;

/** Refuses templates that their author should mend. */
public final class Syntax {

    private Syntax() {}

    /** Throws a 422 that tells the first mistake with its line and column. */
    public static void require(Optional<String> subject, Optional<String> body) {
        subject.ifPresent(source -> require("subject", source));
        body.ifPresent(source -> require("body", source));
    }

    private static void require(String field, String source) {
        Compiler.firstProblem(source).ifPresent(problem -> {
            throw problem.in(field);
        });
    }
}
