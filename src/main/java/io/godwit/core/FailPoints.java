package io.godwit.core;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Points in the code where a test can stop work for good, to kill the server there. Off unless the system property
 * {@code godwit.failpoints} names a directory: while it holds a file with a point's name, everything that reaches the point
 * stops, and the file {@code <point>-reached} beside it grows by a line.
 *
 * <p>The names of an email's points: {@code after-claim}, {@code after-sending-mark}, {@code after-250-before-journal},
 * {@code after-journal-before-record}, {@code after-record}; of a job's: {@code job-within-chunk}, {@code job-after-chunk}; of a
 * page of a campaign's audience: {@code campaign-within-page}, {@code campaign-after-page}; of a tracked segment's computation:
 * {@code segment-within-page}, {@code segment-after-page}; of a batch of executions: {@code workflow-after-claim},
 * {@code workflow-before-commit}, {@code workflow-after-commit}; of a page of a scheduled run: {@code schedule-within-page},
 * {@code schedule-after-page}; of a webhook call: {@code webhook-after-answer}; of a task for Stripe:
 * {@code stripe-after-claim}, {@code stripe-before-done}; of delivery reports: {@code reports-before-commit},
 * {@code reports-after-commit}.
 */
public record FailPoints(Optional<Path> directory) {

    private static final Logger LOG = LoggerFactory.getLogger(FailPoints.class);

    public static FailPoints fromSystem() {
        return new FailPoints(
                Optional.ofNullable(System.getProperty("godwit.failpoints")).map(Path::of));
    }

    /** Completes at once with the value, or never. */
    public <T> Future<T> at(String name, T value) {
        return directory.isPresent() && Files.exists(directory.get().resolve(name))
                ? stopped(directory.get().resolve(name + "-reached"))
                : Future.succeededFuture(value);
    }

    private static <T> Future<T> stopped(Path reached) {
        try {
            Files.writeString(reached, "reached\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            LOG.error("The fail point cannot be reported", failed);
        }
        return Promise.<T>promise().future();
    }
}
