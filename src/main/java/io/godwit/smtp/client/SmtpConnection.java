package io.godwit.smtp.client;

import io.godwit.core.Timeouts;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.TlsFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.SMTPException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One slot of the transport: a pool of exactly one connection, kept alive between messages. A pool of its own makes it possible
 * to drop a connection that hangs, which the pool itself cannot do, without touching the others. Used by one message at a time.
 */
final class SmtpConnection {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpConnection.class);

    private final Vertx vertx;
    private final Supplier<MailConfig> config;
    private final SmtpTimeouts timeouts;
    private volatile SmtpClientPool pool;

    /** Creates a slot; {@code config} returns a new configuration each time, because a pool writes into its own. */
    SmtpConnection(Vertx vertx, Supplier<MailConfig> config, SmtpTimeouts timeouts) {
        this.vertx = vertx;
        this.config = config;
        this.timeouts = timeouts;
        this.pool = new SmtpClientPool(vertx, config.get());
    }

    /** Sends a message. Fails with an {@link SmtpException}; completes when the connection can take the next message. */
    Future<SmtpReply> send(String helloName, WireMessage message, SmtpProgress progress) {
        return connect(helloName).compose(connection -> new SmtpTransaction(connection, timeouts, progress)
                .send(message)
                .onComplete(ended -> release(connection, ended.cause()))
                .recover(error -> Future.failedFuture(known(error))));
    }

    /** Connects and sends nothing. Fails with an {@link SmtpException}. */
    Future<Void> probe(String helloName) {
        return connect(helloName).compose(SmtpClientPool.Line::release);
    }

    /** Connects; the client greets, encrypts and logs in by itself, so these stages share one timeout. */
    private Future<SmtpClientPool.Line> connect(String helloName) {
        return Timeouts.within(timeouts.connect().plus(timeouts.greeting()), pool.connect(helloName))
                .onFailure(ignored -> renew())
                .recover(error -> Future.failedFuture(unconnected(error)));
    }

    /** The client says only by the text of its errors that TLS, or a login for a connection without it, is missing. */
    private static SmtpException unconnected(Throwable error) {
        if (error instanceof SMTPException refused) {
            var reply = SmtpReply.parse(String.join("\n", refused.getReplyMessages()));
            return new SmtpException(SmtpStage.CONNECT, reply, "The mail server refused the connection or the login");
        }
        return String.valueOf(error.getMessage()).contains("STARTTLS")
                ? SmtpException.unencrypted(
                        new TlsFailure(TlsFailure.Kind.NOT_OFFERED, Optional.empty()),
                        Optional.empty(),
                        "The mail server offers no STARTTLS, or without it no login that may be used")
                : new SmtpException(SmtpStage.CONNECT, Optional.empty(), "The mail server cannot be reached");
    }

    private static Throwable known(Throwable error) {
        return error instanceof SmtpTransaction.BrokenConnectionException broken ? broken.failure() : error;
    }

    private void release(SmtpClientPool.Line connection, @Nullable Throwable error) {
        if (error == null || error instanceof SmtpException) {
            connection.release().onFailure(ignored -> LOG.debug("A connection was closed while it was returned"));
        } else {
            renew();
        }
    }

    /** Drops the connection, whatever its state, and creates a new pool. */
    private void renew() {
        close().onFailure(error -> LOG.debug("A connection was not closed cleanly", error));
        pool = new SmtpClientPool(vertx, config.get());
    }

    Future<Void> close() {
        return pool.close();
    }
}
