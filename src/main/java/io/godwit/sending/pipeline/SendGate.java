package io.godwit.sending.pipeline;

import io.godwit.core.Failure;
import io.godwit.db.DatabaseAvailability;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.results.DeliveryLog;
import io.godwit.smtp.Transport;
import java.time.Duration;
import java.util.Optional;

/**
 * Decides whether a message may be sent: only while its acceptance can be journalled and recorded, the circuit breaker of the
 * mail server is closed, and the node is not stopping. KumoMTA's rule: delivering what cannot be recorded makes duplicates.
 */
final class SendGate {

    /** Max results PostgreSQL has not stored yet; beyond, no row is claimed. */
    private static final int MAX_UNRECORDED = 1000;

    private final DeliveryLog log;
    private final DatabaseAvailability database;
    private final Transport transport;
    private final MailServerCircuitBreaker mailServer;
    private final RefusalCircuitBreaker breaker;
    private final SimulatorDomain simulator;
    private boolean stopping;

    SendGate(
            DeliveryLog log,
            DatabaseAvailability database,
            Transport transport,
            MailServerCircuitBreaker mailServer,
            RefusalCircuitBreaker breaker,
            SimulatorDomain simulator) {
        this.log = log;
        this.database = database;
        this.transport = transport;
        this.mailServer = mailServer;
        this.breaker = breaker;
        this.simulator = simulator;
    }

    /** Returns whether more rows may be claimed: not while too many results wait to be recorded. */
    boolean mayClaim() {
        return unrecorded() < MAX_UNRECORDED;
    }

    /** Returns the number of results that PostgreSQL has not stored yet. */
    int unrecorded() {
        return log.unrecorded();
    }

    /** Returns the number of emails that may be in flight by the relay now, at most as many as the transport has slots. */
    int maxInFlight() {
        return canRecord() ? mailServer.maxInFlight(transport.slots()) : 0;
    }

    /** Returns whether all slots of the transport may be used: the mail server is neither avoided nor probed. */
    boolean isFullyOpen() {
        return maxInFlight() == transport.slots();
    }

    /** Returns the number of emails that may go behind others which wait for the reply to their final dot. */
    int overlap() {
        return transport.overlap();
    }

    /** Returns whether an email in flight may still be offered to the mail server. */
    boolean canRecord() {
        return !stopping && database.isUp() && log.canJournal();
    }

    /** Returns whether work failed because the database or the journal is not available, which says nothing about the email. */
    boolean isForWantOfDatabase(Throwable error) {
        return !(error instanceof DeliveryException.Rejected)
                && (!canRecord()
                        || (error instanceof Failure failure && failure.kind() == Failure.Kind.SERVICE_UNAVAILABLE));
    }

    /** Notes that the mail server refused the session. Returns for how long sending stops, when it did not stop before. */
    Optional<Duration> refused(String reply) {
        return mailServer.refused(reply);
    }

    /** Notes that the mail server replied about a message. */
    void answered() {
        mailServer.answered();
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
        mailServer.answered();
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
