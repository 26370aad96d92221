package io.godwit.kit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets the waits of all tests look at their condition at once, and often at first. By itself Awaitility looks after 100 ms for
 * the first time, also at what holds already: a test that waited for sixty emails one by one took six seconds for that.
 */
public final class AwaitDefaults implements BeforeAllCallback {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private static final PollInterval OFTEN_AT_FIRST =
            IterativePollInterval.iterative(AwaitDefaults::longer, FIRST_PAUSE);

    private static Duration longer(Duration pause) {
        var doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(OFTEN_AT_FIRST);
    }
}
