package io.godwit.sending;

import io.godwit.sending.queue.ConcurrencySettings;
import io.godwit.sending.queue.RefusalSettings;
import io.godwit.sending.queue.SendSettings;
import io.godwit.sending.suppression.SoftBounceLimit;
import java.nio.file.Path;
import java.time.Duration;

/** Settings of sending with which a {@link PipelineNode} does in seconds what takes hours in life. */
public final class PipelineSettings {

    private PipelineSettings() {}

    /** As in life for whom a mail may be on the wire; else in haste. */
    public static SendSettings rescuingLate(Path journal) {
        return hasty(journal, Duration.ofMinutes(5), refusals());
    }

    /** Refusals wait five seconds for others like them, so that a slow machine has sent them all by then. */
    public static SendSettings withLongRefusalWaits(Path journal) {
        return hasty(journal, Duration.ofSeconds(3), refusals(Duration.ofSeconds(500)));
    }

    /** A hundred times faster than in production: the retry schedule begins at 100 ms, the poll is 20 ms. */
    public static SendSettings hasty(Path journal) {
        return hasty(journal, Duration.ofSeconds(3), refusals());
    }

    /** Faster than in life by another factor. */
    public static SendSettings hasty(Path journal, int pace) {
        return hasty(journal, pace, Duration.ofSeconds(3), refusals());
    }

    private static SendSettings hasty(Path journal, Duration rescue, RefusalSettings refusals) {
        return hasty(journal, 100, rescue, refusals);
    }

    private static SendSettings hasty(Path journal, int pace, Duration rescue, RefusalSettings refusals) {
        return new SendSettings(
                "http://localhost",
                journal,
                0,
                Duration.ofDays(2),
                pace,
                Duration.ofSeconds(2),
                rescue,
                Duration.ofSeconds(5),
                true,
                false,
                refusals,
                new SoftBounceLimit(2, Duration.ofDays(30)),
                new ConcurrencySettings(90, 95));
    }

    /** A hundred times faster than in life, but that a refusal waits a second for others like it. */
    private static RefusalSettings refusals() {
        return refusals(Duration.ofSeconds(100));
    }

    private static RefusalSettings refusals(Duration wait) {
        return new RefusalSettings(
                10,
                5,
                3,
                Duration.ofMinutes(1),
                wait,
                wait.multipliedBy(6),
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                "");
    }
}
