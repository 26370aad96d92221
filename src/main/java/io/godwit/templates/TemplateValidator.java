package io.godwit.templates;

import io.godwit.templates.engine.TemplateCompiler;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;

/** Refuses templates with errors, such as broken tags or placeholders of other services. */
public final class TemplateValidator {

    /** Looking through so many characters takes about a millisecond. */
    private static final int CHECKED_ON_LOOP = 64 * 1024;

    private TemplateValidator() {}

    /**
     * Runs a check that throws, for a large text on a worker.
     *
     * @param size characters to look through
     */
    public static Future<Void> check(WorkerExecutor workers, int size, Runnable check) {
        if (size <= CHECKED_ON_LOOP) {
            check.run();
            return Future.succeededFuture();
        }
        return workers.executeBlocking(
                () -> {
                    check.run();
                    return null;
                },
                false);
    }

    /** Throws a 422 that tells the first mistake with its line and column. */
    public static void require(Optional<String> subject, Optional<String> body) {
        subject.ifPresent(source -> require("subject", source));
        body.ifPresent(source -> require("body", source));
    }

    private static void require(String field, String source) {
        TemplateCompiler.firstProblem(source).ifPresent(problem -> {
            throw problem.in(field);
        });
    }
}
