package io.godwit.smtp.server;

import io.godwit.smtp.server.SmtpHandler.ReceivedMessage;
import io.godwit.smtp.server.SmtpHandler.SmtpPeer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an SMTP client, with the parts of RFC 5321 that a conforming client needs. Belongs to the socket's event
 * loop.
 */
final class SmtpSession {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpSession.class);

    /** Max octets of a command; RFC 5321 §4.5.3.1.4 asks for 512, and extensions add some. */
    private static final int MAX_COMMAND_LENGTH = 2_048;

    private static final int MAX_MISTAKES = 20;

    private static final String STOPPING = "421 4.3.2 The server is stopping, come again later";
    private static final String LATER = "451 4.3.0 Come again later";

    private final Context context;
    private final NetSocket socket;
    private final SmtpServerSettings settings;
    private final SmtpHandler handler;
    private final ByteReservation reservation;
    private final Supplier<Optional<ServerSSLOptions>> renewedTls;
    private final MailTransaction transaction;
    private final Promise<Void> ended = Promise.promise();
    private final SmtpLogin login = new SmtpLogin();
    private SmtpInput input;
    private String hello = "";
    private long lastInputAt = System.nanoTime();
    private boolean stopping;
    private boolean left;
    private boolean busy;
    private boolean closed;
    private boolean encrypting;
    private int commands;
    private int mistakes;

    /**
     * Receives messages until the client disconnects.
     *
     * @param context the socket's
     * @param acquire reserves octets, or frees them for a negative number
     * @param renewedTls the options of STARTTLS; empty: those the server was opened with
     */
    SmtpSession(
            Context context,
            NetSocket socket,
            SmtpServerSettings settings,
            SmtpHandler handler,
            LongPredicate acquire,
            Supplier<Optional<ServerSSLOptions>> renewedTls) {
        this.context = context;
        this.socket = socket;
        this.settings = settings;
        this.handler = handler;
        this.reservation = new ByteReservation(acquire);
        this.renewedTls = renewedTls;
        this.transaction = new MailTransaction(settings);
        this.input = new SmtpInput(settings.size());
    }

    void begin() {
        socket.handler(this::read);
        socket.exceptionHandler(ignored -> socket.close());
        say("220 " + settings.name());
    }

    /** Cleans up after the connection is closed. */
    void end() {
        reservation.close();
        closed = true;
        busy = true;
        ended.tryComplete();
    }

    /** Ends the session when the client has said nothing for so long; called from any thread. */
    void endIfIdle(long nanos) {
        context.runOnContext(ignored -> {
            if (!busy && System.nanoTime() - lastInputAt > nanos) {
                leave("421 4.4.2 Nothing was said for too long");
            }
        });
    }

    /** Ends the session after the reply it owes, if it owes one; completes when it is closed. Called from any thread. */
    Future<Void> stop() {
        context.runOnContext(ignored -> {
            stopping = true;
            if (!busy) {
                leave(STOPPING);
            }
        });
        return ended.future();
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
                received(message.get());
            } else {
                var line = input.line();
                if (line.isEmpty()) {
                    if (input.length() > MAX_COMMAND_LENGTH) {
                        leave("500 5.5.6 A command line is shorter");
                    }
                    return;
                }
                command(line.get());
            }
        }
    }

    private void command(String line) {
        commands++;
        if ((settings.commands() > 0 && commands > settings.commands()) || mistakes > MAX_MISTAKES) {
            leave("421 4.7.0 Too many commands");
        } else if (login.isInProgress()) {
            advance(login.next(line));
        } else if (SmtpCommandParser.hasControls(line, handler.offersUtf8()) || line.length() > MAX_COMMAND_LENGTH) {
            mistake("500 5.5.2 A command has no control characters");
        } else {
            dispatch(line, line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT));
        }
    }

    private void dispatch(String line, String verb) {
        switch (verb) {
            case "EHLO", "HELO" -> hello(line, verb.equals("EHLO"));
            case "AUTH" -> authenticate(line);
            case "MAIL" -> mail(line);
            case "RCPT" -> recipient(line);
            case "DATA" -> data(line);
            case "RSET" -> {
                transaction.reset();
                say("250 2.0.0 Forgotten");
            }
            case "NOOP" -> say("250 2.0.0 Fine");
            case "HELP" -> say("214 2.0.0 See RFC 5321");
            case "VRFY" -> say("252 2.1.5 Send the message and see");
            case "QUIT" -> leave("221 2.0.0 Bye");
            case "STARTTLS" -> encrypt(line);
            case "BDAT", "EXPN", "ETRN", "TURN", "SEND", "SOML", "SAML" -> mistake("502 5.5.1 This is not done here");
            default -> mistake("500 5.5.1 Unknown command");
        }
    }

    private void hello(String line, boolean extended) {
        var given = line.length() > 5 ? line.substring(5).strip() : "";
        if (given.isEmpty()) {
            mistake("501 5.5.4 Say who you are");
            return;
        }
        transaction.reset();
        hello = given;
        var name = settings.name().split(" ", 2)[0];
        say(
                extended
                        ? "250-" + name + "\r\n" + SmtpExtensions.offered(settings, handler, peer(), mayEncrypt())
                        : "250 " + name);
    }

    private void authenticate(String line) {
        var mayBegin = !hello.isEmpty() && !transaction.hasBegun();
        handler.refusalOfLogin(peer())
                .or(() -> login.refusal(line, mayBegin))
                .ifPresentOrElse(this::mistake, () -> advance(login.begin(line)));
    }

    private void advance(SaslExchange.Step step) {
        if (step.password().isPresent()) {
            var shown = step.password().get();
            wait(
                    handler.login(peer(), shown.user(), shown.password()),
                    this::loggedIn,
                    "454 4.7.0 Logins cannot be checked now, come again later");
        } else if (step.isPrompt()) {
            say(step.reply().orElseThrow());
        } else {
            mistake(step.reply().orElseThrow());
        }
    }

    private void loggedIn(SmtpHandler.LoginResult result) {
        if (login.end(result)) {
            leave(result.reply());
        } else {
            answer(result.reply());
        }
    }

    private boolean mayEncrypt() {
        return settings.certificate().isPresent() && !socket.isSsl();
    }

    /** Starts TLS; everything the client sent in the clear is discarded, also octets not parsed yet (RFC 3207 §4.2, §5). */
    private void encrypt(String line) {
        if (!mayEncrypt()) {
            mistake(socket.isSsl() ? "503 5.5.1 TLS has begun" : "502 5.5.1 There is no TLS here");
            return;
        } else if (!line.strip().equalsIgnoreCase("STARTTLS")) {
            mistake("501 5.5.4 STARTTLS has no parameters");
            return;
        }
        busy = true;
        encrypting = true;
        transaction.reset();
        hello = "";
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

    private void mail(String line) {
        var offersLogin = handler.refusalOfLogin(peer()).isEmpty();
        var refusal = hello.isEmpty()
                ? Optional.of(new MailTransaction.Refusal("503 5.5.1 EHLO first", true))
                : transaction.refuseSender(line, handler.offersUtf8(), offersLogin);
        refusal.ifPresentOrElse(this::refuse, () -> {
            var from = SmtpCommandParser.path(line).orElseThrow();
            wait(handler.refusalOfSender(peer(), from), refused -> judgedSender(line, refused), LATER);
        });
    }

    private void judgedSender(String line, Optional<String> refusal) {
        if (refusal.isPresent()) {
            mistakes++;
            answer(refusal.get());
        } else {
            transaction.begin(line);
            say("250 2.1.0 OK");
        }
    }

    private void recipient(String line) {
        transaction.refuseRecipient(line).ifPresentOrElse(this::refuse, () -> {
            var path = SmtpCommandParser.path(line).orElseThrow();
            wait(handler.refusal(peer(), transaction.from(), path), refusal -> judged(path, refusal), LATER);
        });
    }

    private void judged(String path, Optional<String> refusal) {
        if (refusal.isPresent()) {
            mistakes += login.isSignedIn() ? 0 : 1;
            answer(refusal.get());
        } else {
            transaction.add(path);
            say("250 2.1.5 OK");
        }
    }

    private void data(String line) {
        if (!line.strip().equalsIgnoreCase("DATA")) {
            mistake("501 5.5.4 DATA has no parameters");
            return;
        } else if (transaction.recipients().isEmpty()) {
            mistake("503 5.5.1 RCPT first");
            return;
        }
        input.beginData();
        say("354 End with a dot on a line of its own");
    }

    private void refuse(MailTransaction.Refusal refusal) {
        if (refusal.mistake()) {
            mistake(refusal.reply());
        } else {
            say(refusal.reply());
        }
    }

    private void received(byte[] message) {
        if (input.refusal().isPresent()) {
            say(input.refusal().get());
            transaction.reset();
            return;
        }
        var mail = new ReceivedMessage(peer(), transaction.from(), transaction.recipients(), message);
        transaction.reset();
        wait(handler.receive(mail), this::answer, "451 4.3.1 The message could not be kept, come again later");
    }

    private SmtpPeer peer() {
        return new SmtpPeer(socket.remoteAddress().hostAddress(), hello, socket.isSsl());
    }

    /** Pauses reading until the handler has decided. */
    private <T> void wait(Future<T> decision, Consumer<T> then, String otherwise) {
        if (decision.succeeded()) {
            then.accept(decision.result());
            return;
        }
        busy = true;
        reservation.hold();
        socket.pause();
        decision.onComplete(decided -> {
            reservation.release();
            if (decided.succeeded()) {
                then.accept(decided.result());
            } else {
                LOG.warn("A command could not be decided", decided.cause());
                say(otherwise);
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

    /** Says the handler's reply, after which a connection that is refused altogether, or a server that stops, ends. */
    private void answer(String reply) {
        if (reply.startsWith("421")) {
            leave(reply);
        } else {
            say(reply);
        }
    }

    private void mistake(String reply) {
        mistakes++;
        say(reply);
    }

    private void leave(String reply) {
        busy = true;
        left = true;
        say(reply);
        socket.close();
    }

    private void say(String reply) {
        say(socket, reply);
    }

    static void say(NetSocket socket, String reply) {
        socket.write(Buffer.buffer((reply + "\r\n").getBytes(StandardCharsets.US_ASCII)));
    }
}
