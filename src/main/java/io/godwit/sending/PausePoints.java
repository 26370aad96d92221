package io.godwit.sending;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places where a test can stop an email for good, to kill the server there. Off unless the system property {@code
 * godwit.pausepoint} names one; {@code godwit.pausefile} is the file that appears when an email has reached it.
 *
 * <p>The names: {@code after-claim}, {@code after-sending-mark}, {@code after-250-before-journal}, {@code
 * after-journal-before-record}, {@code after-record}.
 */
record PausePoints(Optional<String> point, Path file) {

    private static final Logger LOG = LoggerFactory.getLogger(PausePoints.class);

    static final PausePoints NONE = new PausePoints(Optional.empty(), Path.of("."));

    static PausePoints fromSystem() {
        var point = Optional.ofNullable(System.getProperty("godwit.pausepoint"));
        return new PausePoints(point, Path.of(System.getProperty("godwit.pausefile", "paused")));
    }

    /** Completes at once with the value, or never. */
    <T> Future<T> at(String name, T value) {
        return point.filter(name::equals).isEmpty() ? Future.succeededFuture(value) : stopped();
    }

    private <T> Future<T> stopped() {
        try {
            Files.writeString(file, "paused");
        } catch (IOException failed) {
            LOG.error("The pause cannot be told", failed);
        }
        return Promise.<T>promise().future();
    }
}
