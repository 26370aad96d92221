package io.godwit.sending.queue;

import io.godwit.core.Backoff;
import io.godwit.sending.SoftBounceLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How mail is sent.
 *
 * @param publicUrl the base of links in mails, without a trailing slash
 * @param journalDirectory where accepted but not yet recorded email is noted; one sender at a time
 * @param perSecond emails per second and project; 0 means no limit; a project's own number wins
 * @param giveUp the age at which a transient failure becomes final
 * @param pace how many times faster than in life everything is tried again; for tests
 * @param lease how long a claimed row is ours without a sign of life; renewed three times as often
 * @param rescue the same for a row whose message may be on the wire
 * @param drain how long a stopping node waits for messages on the wire
 * @param sign whether messages get a DKIM signature here; else the mail server has to add one
 * @param relayHeaders whether callers may give headers that steer the relay, such as {@code X-SMTPAPI}
 * @param refusals when many recipients get the same refusal
 * @param softBounces when a mailbox that was full for many mails is taken for a dead one
 * @param concurrency how much of the mail under way may be of one kind
 */
public record SendSettings(
        String publicUrl,
        Path journalDirectory,
        int perSecond,
        Duration giveUp,
        int pace,
        Duration lease,
        Duration rescue,
        Duration drain,
        boolean sign,
        boolean relayHeaders,
        RefusalSettings refusals,
        SoftBounceLimit softBounces,
        ConcurrencySettings concurrency) {

    public SendSettings {
        refusals = refusals.paced(pace);
    }

    /** The pauses between attempts; the last one repeats. */
    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(20),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(4));

    private static final Duration POLL = Duration.ofSeconds(2);

    private static final Duration LEAST_POLL = Duration.ofMillis(100);

    private static final Duration BACK_OFF = Duration.ofSeconds(1);

    public RetrySchedule retries() {
        return new RetrySchedule(Backoff.steps(PAUSES.stream().map(this::paced).toList()), giveUp);
    }

    public Duration renewEvery() {
        return lease.dividedBy(3);
    }

    /** The longest pause before the queue is looked at without a notice. */
    public Duration poll() {
        return paced(POLL);
    }

    /** How often the circuit breakers of refusals are read: as often as the queue, but no faster than ten times a second. */
    public Duration breakerPoll() {
        var poll = paced(Duration.ofSeconds(1));
        return poll.compareTo(LEAST_POLL) < 0 ? LEAST_POLL : poll;
    }

    /** The first pause after the mail server did not let us in. */
    public Duration backOff() {
        return paced(BACK_OFF);
    }

    private Duration paced(Duration pause) {
        return pause.dividedBy(pace);
    }
}
