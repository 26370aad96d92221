package io.godwit.sending.pipeline;

import io.godwit.db.DatabaseAvailability;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.results.DeliveryJournal;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a message may be started: only when its end can be noted and recorded, the mail server lets us in, and the node is
 * not stopping. KumoMTA's rule: delivering what cannot be recorded makes duplicates.
 */
final class SendGate {

    private final DeliveryJournal journal;
    private final DatabaseAvailability database;
    private final RelayCircuitBreaker relay;
    private final RefusalCircuitBreaker breaker;
    private boolean stopping;

    SendGate(
            DeliveryJournal journal,
            DatabaseAvailability database,
            RelayCircuitBreaker relay,
            RefusalCircuitBreaker breaker) {
        this.journal = journal;
        this.database = database;
        this.relay = relay;
        this.breaker = breaker;
    }

    /** How many emails may be under way now, at most {@code slots}. */
    int allowance(int slots) {
        return canRecord() ? relay.allowance(slots) : 0;
    }

    /** Whether an email already under way may still be offered to the mail server. */
    boolean canRecord() {
        return !stopping && database.isUp() && journal.isWritable();
    }

    /** The mail server did not let us in. Answers how long nothing is started, when that is news. */
    Optional<Duration> refused(String reply) {
        return relay.refused(reply);
    }

    /** The mail server spoke with us about a message. */
    void answered() {
        relay.answered();
    }

    /** The mail server took the email. */
    void accepted(EmailAttempt email) {
        relay.answered();
        breaker.accepted(email.ticket(), email.to());
    }

    /** The circuit breakers of projects and of all mail. */
    RefusalCircuitBreaker breaker() {
        return breaker;
    }

    void stop() {
        stopping = true;
    }
}
