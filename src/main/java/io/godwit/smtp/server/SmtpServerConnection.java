package io.godwit.smtp.server;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one SMTP client: reads its commands and messages one after the other, each after the reply to the one before
 * it, writes the replies and starts TLS. Belongs to the socket's event loop.
 */
final class SmtpServerConnection {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpServerConnection.class);

    /** Max octets of a command; RFC 5321 §4.5.3.1.4 asks for 512, and extensions add some. */
    static final int MAX_COMMAND_LENGTH = 2_048;

    private static final String STOPPING = "421 4.3.2 The server is stopping, come again later";

    private final Context context;
    private final NetSocket socket;
    private final SmtpServerSettings settings;
    private final ByteReservation reservation;
    private final Supplier<Optional<ServerSSLOptions>> renewedTls;
    private final SmtpSession session;
    private final Promise<Void> ended = Promise.promise();
    private SmtpInput input;
    private long lastInputAt = System.nanoTime();
    private boolean stopping;
    private boolean left;
    private boolean busy;
    private boolean closed;
    private boolean encrypting;

    /**
     * Receives messages until the client disconnects.
     *
     * @param context the socket's
     * @param acquire reserves octets, or frees them for a negative number
     * @param renewedTls the options of STARTTLS; empty: those the server was opened with
     */
    SmtpServerConnection(
            Context context,
            NetSocket socket,
            SmtpServerSettings settings,
            SmtpHandler handler,
            LongPredicate acquire,
            Supplier<Optional<ServerSSLOptions>> renewedTls) {
        this.context = context;
        this.socket = socket;
        this.settings = settings;
        this.reservation = new ByteReservation(acquire);
        this.renewedTls = renewedTls;
        this.session = new SmtpSession(this, settings, handler);
        this.input = new SmtpInput(settings.size());
    }

    void begin() {
        socket.handler(this::read);
        socket.exceptionHandler(ignored -> socket.close());
        reply("220 " + settings.name());
    }

    /** Cleans up after the connection is closed. */
    void end() {
        reservation.close();
        closed = true;
        busy = true;
        ended.tryComplete();
    }

    /** Ends the connection when the client has said nothing for so long; called from any thread. */
    void endIfIdle(long nanos) {
        context.runOnContext(ignored -> {
            if (!busy && System.nanoTime() - lastInputAt > nanos) {
                leave("421 4.4.2 Nothing was said for too long");
            }
        });
    }

    /** Ends the connection after the reply it owes, if it owes one; completes when it is closed. Called from any thread. */
    Future<Void> stop() {
        context.runOnContext(ignored -> {
            stopping = true;
            if (!busy) {
                leave(STOPPING);
            }
        });
        return ended.future();
    }

    String peerAddress() {
        return socket.remoteAddress().hostAddress();
    }

    boolean isEncrypted() {
        return socket.isSsl();
    }

    private void read(Buffer bytes) {
        lastInputAt = System.nanoTime();
        if (encrypting && !socket.isSsl()) {
            return;
        }
        if (!input.add(bytes.getBytes())) {
            leave("552 5.3.4 Too large");
        } else if (reservation.reserve(input)) {
            work();
        } else {
            leave("421 4.3.1 " + SmtpInput.FULL);
        }
    }

    private void work() {
        while (!busy) {
            if (input.inData()) {
                var message = input.message();
                if (message.isEmpty()) {
                    return;
                }
                session.received(message.get(), input.refusal());
            } else {
                var line = input.line();
                if (line.isEmpty()) {
                    if (input.length() > MAX_COMMAND_LENGTH) {
                        leave("500 5.5.6 A command line is shorter");
                    }
                    return;
                }
                session.command(line.get());
            }
        }
    }

    /** Reads a message from now on, up to its final dot. */
    void beginData() {
        input.beginData();
    }

    /** Starts TLS; everything the client sent in the clear is discarded, also octets not parsed yet (RFC 3207 §4.2, §5). */
    void startTls() {
        busy = true;
        encrypting = true;
        input = new SmtpInput(settings.size());
        var begin = Buffer.buffer("220 2.0.0 Begin\r\n");
        var upgrade = renewedTls
                .get()
                .map(options -> socket.upgradeToSsl(options, begin))
                .orElseGet(() -> socket.upgradeToSsl(begin));
        upgrade.onComplete(upgraded -> {
            encrypting = false;
            if (upgraded.succeeded()) {
                goOn();
            } else {
                socket.close();
            }
        });
    }

    /**
     * Pauses reading until the decision is there.
     *
     * @param then says the reply
     * @param otherwise the reply when the decision fails
     */
    <T> void await(Future<T> decision, Consumer<T> then, String otherwise) {
        if (decision.succeeded()) {
            then.accept(decision.result());
            return;
        }
        busy = true;
        reservation.retain();
        socket.pause();
        decision.onComplete(decided -> {
            reservation.release();
            if (decided.succeeded()) {
                then.accept(decided.result());
            } else {
                LOG.warn("A command could not be decided", decided.cause());
                reply(otherwise);
            }
            goOn();
        });
    }

    private void goOn() {
        if (stopping && !left) {
            leave(STOPPING);
        } else if (!closed && !left) {
            lastInputAt = System.nanoTime();
            busy = false;
            socket.resume();
            reservation.reserve(input);
            work();
        }
    }

    /** Sends a last reply and closes the connection. */
    void leave(String reply) {
        busy = true;
        left = true;
        reply(reply);
        socket.close();
    }

    void reply(String reply) {
        reply(socket, reply);
    }

    static void reply(NetSocket socket, String reply) {
        socket.write(Buffer.buffer((reply + "\r\n").getBytes(StandardCharsets.US_ASCII)));
    }
}
