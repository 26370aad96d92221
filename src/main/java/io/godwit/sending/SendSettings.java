package io.godwit.sending;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How mail is sent.
 *
 * @param journalDirectory where accepted but not yet recorded email is noted; one sender at a time
 * @param lease how long a claimed row is ours without a sign of life
 * @param renewEvery pause between two renewals, a third of the lease
 * @param rescue how long a row whose message may be on the wire stays with a holder that gives no sign of life
 * @param poll the longest pause before the queue is looked at without a notice
 * @param retryPauses the ladder; its last step repeats
 * @param giveUpAfter the age at which a transient failure becomes final
 * @param perSecond emails per second and project; 0 means no limit; a project's own number wins
 * @param drain how long a stopping node waits for messages on the wire
 */
public record SendSettings(
        Path journalDirectory,
        Duration lease,
        Duration renewEvery,
        Duration rescue,
        Duration poll,
        List<Duration> retryPauses,
        Duration giveUpAfter,
        int perSecond,
        Duration drain) {

    public SendSettings {
        retryPauses = List.copyOf(retryPauses);
        if (retryPauses.isEmpty()) {
            throw new IllegalArgumentException("The retry ladder needs at least one step");
        }
    }

    /** Leases of 30 s, rescue after 5 min, the ladder of decisions.md, no throttle. */
    public static SendSettings in(Path dataDirectory) {
        return new SendSettings(
                dataDirectory.resolve("journal"),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                Duration.ofSeconds(2),
                List.of(
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(20),
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(4)),
                Duration.ofDays(2),
                0,
                Duration.ofSeconds(20));
    }

    Retries retries() {
        return new Retries(retryPauses, giveUpAfter);
    }
}
