package io.godwit.sending.queue;

import io.godwit.core.Backoff;
import io.godwit.core.SettingsReader;
import io.godwit.db.DatabaseSettings;
import io.godwit.sending.suppression.SoftBounceLimit;
import io.godwit.web.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The settings of sending.
 *
 * @param publicUrl the base of links in emails, without a trailing slash
 * @param journalDirectory of the acceptances that are not recorded yet; one sender at a time
 * @param perSecond emails per second and project; 0 means no limit; a project's own number wins
 * @param expireAfter the age at which a transient failure becomes final
 * @param pace the factor by which all retries are faster than the schedule; for tests
 * @param lease the time a claimed row is leased without a renewal; renewed three times as often
 * @param recoveryDelay the lease of a row whose message may be on the wire
 * @param drainTimeout the time a stopping node waits for messages on the wire
 * @param sign whether messages get a DKIM signature here; otherwise the mail server has to add one
 * @param relayHeaders whether callers may give headers that steer the relay, such as {@code X-SMTPAPI}
 * @param refusals when many recipients get the same refusal
 * @param softBounces the number of days with a full mailbox that suppress an address
 * @param concurrency the max share of one domain or project among the emails in flight
 */
public record SendSettings(
        String publicUrl,
        Path journalDirectory,
        int perSecond,
        Duration expireAfter,
        int pace,
        Duration lease,
        Duration recoveryDelay,
        Duration drainTimeout,
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

    /**
     * The pauses between attempts at mail hosts. A greylist lets an email pass that comes again after five minutes at the earliest
     * (RFC 6647 §5); with a fifth less the first pause is still as long.
     */
    private static final List<Duration> MX_PAUSES = List.of(
            Duration.ofSeconds(380),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(4));

    private static final Duration POLL = Duration.ofSeconds(2);

    private static final Duration MIN_POLL = Duration.ofMillis(100);

    private static final Duration BACK_OFF = Duration.ofSeconds(1);

    public RetrySchedule retries() {
        return new RetrySchedule(Backoff.steps(PAUSES.stream().map(this::paced).toList()), expireAfter);
    }

    /** Returns the schedule of attempts at mail hosts. */
    public RetrySchedule directRetries() {
        return new RetrySchedule(
                Backoff.steps(MX_PAUSES.stream().map(this::paced).toList()), expireAfter);
    }

    public Duration renewEvery() {
        return lease.dividedBy(3);
    }

    /** Returns the longest pause between polls of the outbox without a notice. */
    public Duration poll() {
        return paced(POLL);
    }

    /**
     * Returns the pause between reads of the refusal circuit breakers: that of the outbox poll, but at least a tenth of a
     * second.
     */
    public Duration circuitBreakerPoll() {
        var poll = paced(Duration.ofSeconds(1));
        return poll.compareTo(MIN_POLL) < 0 ? MIN_POLL : poll;
    }

    /** Returns the first pause after the mail server refused the session. */
    public Duration backOff() {
        return paced(BACK_OFF);
    }

    private Duration paced(Duration pause) {
        return pause.dividedBy(pace);
    }

    public static SendSettings read(
            SettingsReader reader, DatabaseSettings database, HttpSettings http, SoftBounceLimit softBounces) {
        return new SendSettings(
                http.publicUrl(),
                database.dataDir().resolve("journal"),
                reader.number("sending.per-second", 0, Integer.MAX_VALUE),
                reader.duration("sending.expire-after"),
                reader.number("sending.pace", 1, 1_000),
                reader.duration("sending.lease"),
                reader.duration("sending.rescue"),
                reader.durationOrNone("sending.drain"),
                reader.flag("sending.sign"),
                reader.flag("sending.relay-headers"),
                RefusalSettings.read(reader),
                softBounces,
                ConcurrencySettings.read(reader));
    }
}
