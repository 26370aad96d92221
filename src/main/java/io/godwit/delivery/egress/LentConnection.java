package io.godwit.delivery.egress;

import io.godwit.delivery.routing.MailRoute;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * A connection lent for one email.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class LentConnection {

    private final SitePool pool;
    private final MailRoute route;
    private PooledConnection connection;
    private int mailsBefore;

    LentConnection(SitePool pool, MailRoute route, PooledConnection connection) {
        this.pool = pool;
        this.route = route;
        this.connection = connection;
        this.mailsBefore = connection.session().messages();
    }

    /** Decides about an email whose connection ended before the host looked at the email. */
    public interface ReconnectionPolicy {

        /**
         * Returns whether the email may go on over another connection at once.
         *
         * @param failure with the reply, if the host said one
         * @param mailsBefore emails the connection had carried, at least one
         * @param unusedFor the time the connection was unused before the email
         */
        boolean mayReconnect(SmtpException failure, int mailsBefore, Duration unusedFor);
    }

    /** Returns the number of emails the connection had carried before this one. */
    public int mailsBefore() {
        return mailsBefore;
    }

    /**
     * Sends the email. A host may close a used connection at any moment, so an email of which nothing was taken because of that
     * is sent over another connection where the policy lets it; fails with a {@link HeldException} when there is none, as this
     * node has lost the egress source meanwhile.
     *
     * @param progress receives the dialogues on all connections
     */
    public Future<SmtpReply> send(
            Envelope envelope, byte[] message, SmtpProgress progress, ReconnectionPolicy reconnection) {
        return transmit(envelope, message, new ContinuedProgress(progress), reconnection);
    }

    private Future<SmtpReply> transmit(
            Envelope envelope, byte[] message, SmtpProgress progress, ReconnectionPolicy reconnection) {
        mailsBefore = connection.session().messages();
        return connection.session().send(envelope, message, progress).recover(error -> {
            var isFresh = mailsBefore == 0 && !pool.isClosed();
            if (isFresh || !(error instanceof SmtpException failure) || failure.stage() != SmtpStage.CONNECT) {
                return Future.failedFuture(error);
            }
            // A closed pool has ended the connection itself.
            if (!pool.isClosed() && !reconnection.mayReconnect(failure, mailsBefore, connection.unusedFor())) {
                return Future.failedFuture(refused(failure));
            }
            pool.drop(connection);
            return pool.acquire(route, connection.group()).compose(other -> {
                connection = other;
                return transmit(envelope, message, progress, reconnection);
            });
        });
    }

    /** Returns the failure as that of MAIL, which is all that the host may have seen. */
    private static SmtpException refused(SmtpException failure) {
        return new SmtpException(SmtpStage.MAIL, failure.reply(), String.valueOf(failure.getMessage()));
    }

    /** Gives the connection back, whether an email was sent or not. */
    public void release() {
        if (connection.session().isUsable() && connection.session().isIdle()) {
            pool.release(connection);
        } else {
            pool.drop(connection);
        }
    }
}
