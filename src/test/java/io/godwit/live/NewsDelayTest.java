package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A change on the server moves on the screen within two seconds. A test with a browser has to wait for longer where the machine has
 * other work; the intervals that server and page wait by themselves are held here.
 */
class NewsDelayTest {

    private static final Duration PROMISE = Duration.ofSeconds(2);

    /** The most a call of a page may take. */
    private static final Duration CALL = Duration.ofMillis(300);

    private static final Pattern DELAY = Pattern.compile("const INVALIDATION_DELAY_MS = (\\d+);");

    /** A change comes right after another one, and its news while the page waits for an answer from before it. */
    @Test
    void theIntervalsOfServerAndPageLeaveTimeForTwoCalls() throws IOException {
        var source = Files.readString(Path.of("src/main/dashboard/app/invalidation.ts"));
        var delay = DELAY.matcher(source);
        assertThat(delay.find()).as(source).isTrue();
        var invalidation = Duration.ofMillis(Long.parseLong(delay.group(1)));

        var worst = LiveStream.WINDOW
                .plus(LiveStreamRegistry.TICK)
                .plus(invalidation)
                .plus(CALL)
                .plus(invalidation)
                .plus(CALL);

        assertThat(worst).isLessThanOrEqualTo(PROMISE);
    }
}
