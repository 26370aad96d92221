package io.godwit.sending.pipeline;

import io.godwit.core.Failure;
import io.godwit.db.DatabaseAvailability;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.results.DeliveryJournal;
import java.time.Duration;
import java.util.Optional;

/**
 * Decides whether a message may be sent: only while its acceptance can be journalled and recorded, the circuit breaker of the
 * mail server is closed, and the node is not stopping. KumoMTA's rule: delivering what cannot be recorded makes duplicates.
 */
final class SendGate {

    private final DeliveryJournal journal;
    private final DatabaseAvailability database;
    private final RelayCircuitBreaker relay;
    private final RefusalCircuitBreaker breaker;
    private final SimulatorDomain simulator;
    private boolean stopping;

    SendGate(
            DeliveryJournal journal,
            DatabaseAvailability database,
            RelayCircuitBreaker relay,
            RefusalCircuitBreaker breaker,
            SimulatorDomain simulator) {
        this.journal = journal;
        this.database = database;
        this.relay = relay;
        this.breaker = breaker;
        this.simulator = simulator;
    }

    /** Returns the number of emails that may be in flight now, at most {@code slots}. */
    int maxInFlight(int slots) {
        return canRecord() ? relay.maxInFlight(slots) : 0;
    }

    /** Returns whether an email in flight may still be offered to the mail server. */
    boolean canRecord() {
        return !stopping && database.isUp() && journal.isWritable();
    }

    /** Returns whether work failed because the database or the journal is not available, which says nothing about the email. */
    boolean isForWantOfDatabase(Throwable error) {
        return !(error instanceof DeliveryException.Rejected)
                && (!canRecord()
                        || (error instanceof Failure failure && failure.kind() == Failure.Kind.SERVICE_UNAVAILABLE));
    }

    /** Notes that the mail server refused the session. Returns for how long sending stops, when it did not stop before. */
    Optional<Duration> refused(String reply) {
        return relay.refused(reply);
    }

    /** Notes that the mail server replied about a message. */
    void answered() {
        relay.answered();
    }

    /** Returns the domain whose replies say nothing about the mail server. */
    SimulatorDomain simulator() {
        return simulator;
    }

    /** Notes that the mail server accepted the email. */
    void accepted(EmailAttempt email) {
        if (simulator.contains(email.claimed().domain())) {
            breaker.ended(email.claimed());
            return;
        }
        relay.answered();
        breaker.accepted(email.claimed(), email.to());
    }

    /** Notes that a mail host accepted the email, which says nothing about the relay. */
    void acceptedByMx(EmailAttempt email) {
        breaker.acceptedByMx(email.claimed(), email.to());
    }

    /** Returns the circuit breakers of projects and of all emails. */
    RefusalCircuitBreaker breaker() {
        return breaker;
    }

    void stop() {
        stopping = true;
    }
}
