package io.godwit.smtp.client;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.impl.SMTPConnection;
import io.vertx.ext.mail.impl.SMTPConnectionPool;
import io.vertx.ext.mail.impl.SMTPResponse;

/**
 * The connections of the Vert.x mail client, and the only user of its internal classes. Its public interface can neither time a
 * stage out nor say which stage a failure belongs to (see {@link SmtpTransaction}).
 */
final class SmtpClientPool {

    private final SMTPConnectionPool pool;

    /** The pool writes into its configuration, so each gets a new one. */
    SmtpClientPool(Vertx vertx, MailConfig config) {
        pool = new SMTPConnectionPool(vertx, config);
    }

    /** Connected, greeted, encrypted and logged in. */
    Future<Line> connect(String helloName) {
        return pool.getConnection(helloName).map(Line::new);
    }

    /** Closes the sockets first, so that a connection that hangs cannot delay it. */
    Future<Void> close() {
        return pool.netClient().close().eventually(pool::doClose);
    }

    /** One connection of the pool, ready for a command. */
    record Line(SMTPConnection connection) {

        /** Completes with the whole reply, its lines joined. */
        Future<String> command(String command) {
            return connection.write(command).map(SMTPResponse::getValue);
        }

        /** Completes when the socket has taken the data, which have the dots of RFC 5321 §4.5.2 already. */
        Future<Void> data(String data) {
            return connection.writeLineWithDrain(data, false);
        }

        /** Keeps the connection for the next message. */
        Future<Void> release() {
            return connection.returnToPool();
        }
    }
}
