package io.godwit.smtp.client;

import static java.lang.invoke.MethodType.methodType;

import io.godwit.core.StartupException;
import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpExchange;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.impl.SMTPConnection;
import io.vertx.ext.mail.impl.SMTPConnectionPool;
import io.vertx.ext.mail.impl.SMTPResponse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;

/**
 * The connections of the Vert.x mail client, and the only user of its internal classes. Its public interface can neither time a
 * stage out nor say which stage a failure belongs to (see {@link SmtpTransaction}).
 */
final class SmtpClientPool {

    private final SMTPConnectionPool pool;
    private final String host;

    /**
     * Creates a pool, which writes into its configuration, so each gets a new one. Fails with a {@link StartupException} when the
     * mail client has other internal classes than this one was written for.
     */
    SmtpClientPool(Vertx vertx, MailConfig config) {
        requireInternals();
        host = config.getHostname();
        pool = new SMTPConnectionPool(vertx, config);
    }

    static void requireInternals() {
        require(SMTPConnectionPool.class, "getConnection", methodType(Future.class, String.class));
        require(SMTPConnectionPool.class, "netClient", methodType(NetClient.class));
        require(SMTPConnectionPool.class, "doClose", methodType(Future.class));
        require(SMTPConnection.class, "write", methodType(Future.class, String.class));
        require(SMTPConnection.class, "writeLineWithDrain", methodType(Future.class, String.class, boolean.class));
        require(SMTPConnection.class, "returnToPool", methodType(Future.class));
        require(SMTPResponse.class, "getValue", methodType(String.class));
    }

    /** Fails when a class does not have a public method of this form. */
    static void require(Class<?> type, String method, MethodType form) {
        try {
            MethodHandles.publicLookup().findVirtual(type, method, form);
        } catch (ReflectiveOperationException missing) {
            throw new StartupException("The mail client's class " + type.getName() + " has no method " + method + form
                    + ", so its connections cannot be used. The version of vertx-mail-client does not fit;"
                    + " GODWIT_MAIL_CLIENT=native needs none");
        }
    }

    /** Connected, greeted, encrypted and logged in. */
    Future<Line> connect(String helloName) {
        return pool.getConnection(helloName).map(connection -> new Line(host, connection));
    }

    /** Closes the sockets first, so that a connection that hangs cannot delay it. */
    Future<Void> close() {
        return pool.netClient().close().eventually(pool::doClose);
    }

    /** One connection of the pool, ready for a command. */
    record Line(String host, SMTPConnection connection) {

        /** Returns the evidence of a message; the mail client tells neither the addresses nor the encryption of a connection. */
        SmtpEvidence evidence(List<SmtpExchange> exchanges) {
            return new SmtpEvidence(host, Optional.empty(), Optional.empty(), Optional.empty(), exchanges);
        }

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
