package io.godwit.delivery.egress;

import io.godwit.delivery.routing.MailRoute;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;

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

    /** Returns the number of emails the connection had carried before this one. */
    public int mailsBefore() {
        return mailsBefore;
    }

    /**
     * Sends the email. A host may close an unused connection at any moment, so an email of which nothing was sent because of that
     * is sent over another connection; fails with a {@link HeldException} when there is none, as this node has lost the egress
     * source meanwhile.
     */
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        mailsBefore = connection.session().messages();
        return connection.session().send(envelope, message, progress).recover(error -> {
            var isFresh = mailsBefore == 0 && !pool.isClosed();
            if (isFresh || !isNothingSent(error)) {
                return Future.failedFuture(error);
            }
            pool.drop(connection);
            return pool.acquire(route, connection.group()).compose(other -> {
                connection = other;
                return send(envelope, message, progress);
            });
        });
    }

    private static boolean isNothingSent(Throwable error) {
        return error instanceof SmtpException failure && failure.stage() == SmtpStage.CONNECT;
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
