package io.godwit.delivery.egress;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * A connection leased for one email; others may be on it, before this one or behind it.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class LeasedConnection {

    private final SitePool pool;
    private final LeaseRequest lease;
    private PooledConnection connection;
    private int emailsBefore;
    private boolean begun;
    private boolean released;

    LeasedConnection(SitePool pool, LeaseRequest lease, PooledConnection connection) {
        this.pool = pool;
        this.lease = lease;
        this.connection = connection;
        this.emailsBefore = connection.session().messages();
    }

    /** Decides about an email when its turn has come, and when its connection ended before the host looked at the email. */
    public interface SendPolicy {

        /** Returns the reason the email must not be offered any more, if there is one. Asked just before its MAIL is written. */
        Optional<Throwable> obstacle();

        /**
         * Returns whether the email may go on over another connection at once.
         *
         * @param failure with the reply, if the host said one
         * @param emailsBefore emails the connection had carried, at least one
         * @param unusedFor the time the connection was unused before the email
         */
        boolean mayReconnect(SmtpException failure, int emailsBefore, Duration unusedFor);
    }

    /** Returns the number of emails the connection had carried before this one. */
    public int emailsBefore() {
        return emailsBefore;
    }

    /**
     * Sends the email when those before it on the connection are done with, or at their final dot. A host may close a used connection at
     * any moment, so an email of which nothing was taken because of that is sent over another connection where the policy lets it;
     * fails with a {@link HeldException} when there is none, as this node has lost the egress source meanwhile.
     *
     * @param progress receives the dialogues on all connections
     */
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress, SendPolicy policy) {
        return transmit(envelope, message, new ContinuedProgress(progress), policy);
    }

    private Future<SmtpReply> transmit(Envelope envelope, byte[] message, SmtpProgress progress, SendPolicy policy) {
        return connection.awaitStart().compose(ignored -> {
            var obstacle = policy.obstacle();
            if (obstacle.isPresent()) {
                return Future.failedFuture(obstacle.get());
            }
            // The email that failed with the connection has told of its end.
            return connection.isFailed()
                    ? reconnect(envelope, message, progress, policy)
                    : begin(envelope, message, progress, policy);
        });
    }

    private Future<SmtpReply> begin(Envelope envelope, byte[] message, SmtpProgress progress, SendPolicy policy) {
        var session = connection.session();
        var unusedFor = session.isIdle() ? connection.unusedFor() : Duration.ZERO;
        emailsBefore = session.messages();
        begun = true;
        connection.begun();
        return session.send(envelope, message, progress).recover(error -> {
            var isKnown = session.isEnded() && !connection.fail();
            var isFresh = emailsBefore == 0 && !pool.isClosed();
            if (isFresh || !(error instanceof SmtpException failure) || failure.stage() != SmtpStage.CONNECT) {
                return Future.failedFuture(error);
            }
            // A closed pool has ended the connection itself.
            if (!isKnown && !pool.isClosed() && !policy.mayReconnect(failure, emailsBefore, unusedFor)) {
                return Future.failedFuture(refused(failure));
            }
            return reconnect(envelope, message, progress, policy);
        });
    }

    private Future<SmtpReply> reconnect(Envelope envelope, byte[] message, SmtpProgress progress, SendPolicy policy) {
        released = true;
        return pool.exchange(connection, !begun, lease).compose(other -> {
            connection = other;
            begun = false;
            released = false;
            return transmit(envelope, message, progress, policy);
        });
    }

    /** Returns the failure as that of MAIL, which is all that the host may have seen. */
    private static SmtpException refused(SmtpException failure) {
        return new SmtpException(SmtpStage.MAIL, failure.reply(), String.valueOf(failure.getMessage()));
    }

    /** Gives the connection back, whether an email was sent or not; does nothing the second time. */
    public void release() {
        if (!released) {
            released = true;
            pool.release(connection, !begun);
        }
    }
}
