package io.godwit.smtp.server;

import io.godwit.smtp.server.SmtpHandler.ReceivedMessage;
import io.godwit.smtp.server.SmtpHandler.SmtpPeer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
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

    private final NetSocket socket;
    private final SmtpServerSettings settings;
    private final SmtpHandler handler;
    private final LongPredicate acquire;
    private final MailTransaction transaction;
    private SmtpInput input;
    private String hello = "";
    private boolean busy;
    private boolean closed;
    private boolean encrypting;
    private long reservedBytes;
    private int commands;
    private int mistakes;

    /**
     * Receives messages until the client disconnects.
     *
     * @param acquire reserves octets, or frees them for a negative number
     */
    SmtpSession(NetSocket socket, SmtpServerSettings settings, SmtpHandler handler, LongPredicate acquire) {
        this.socket = socket;
        this.settings = settings;
        this.handler = handler;
        this.acquire = acquire;
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
        resizeReservation(0);
        closed = true;
        busy = true;
    }

    private void read(Buffer bytes) {
        if (encrypting && !socket.isSsl()) {
            return;
        }
        if (!input.add(bytes.getBytes())) {
            leave("552 5.3.4 Too large");
        } else if (!resizeReservation(input.length())) {
            leave("421 4.3.1 Too much mail at once, come again later");
        } else {
            work();
        }
    }

    /** Changes the number of reserved octets to {@code octets}, if there is space. */
    private boolean resizeReservation(long octets) {
        var more = octets - reservedBytes;
        if (more != 0 && !acquire.test(more)) {
            return false;
        }
        reservedBytes = octets;
        return true;
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
        } else if (line.chars().anyMatch(Character::isISOControl) || line.length() > MAX_COMMAND_LENGTH) {
            mistake("500 5.5.2 A command has no control characters");
        } else {
            dispatch(line, line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT));
        }
    }

    private void dispatch(String line, String verb) {
        switch (verb) {
            case "EHLO", "HELO" -> hello(line, verb.equals("EHLO"));
            case "MAIL" -> mail(line);
            case "RCPT" -> recipient(line);
            case "DATA" -> data();
            case "RSET" -> {
                transaction.reset();
                say("250 2.0.0 Forgotten");
            }
            case "NOOP", "VRFY" -> say("252 2.0.0 Fine");
            case "QUIT" -> leave("221 2.0.0 Bye");
            case "STARTTLS" -> encrypt();
            default -> mistake("502 5.5.1 Unknown command");
        }
    }

    private void hello(String line, boolean extended) {
        transaction.reset();
        hello = line.length() > 5 ? line.substring(5).strip() : "";
        var name = settings.name().split(" ", 2)[0];
        var encryption = mayEncrypt() ? "250-STARTTLS\r\n" : "";
        say(
                extended
                        ? "250-" + name + "\r\n250-8BITMIME\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n"
                                + encryption + "250 SIZE " + settings.size()
                        : "250 " + name);
    }

    private boolean mayEncrypt() {
        return settings.certificate().isPresent() && !socket.isSsl();
    }

    /** Starts TLS; everything the client sent in the clear is discarded, also octets not parsed yet (RFC 3207 §4.2, §5). */
    private void encrypt() {
        if (!mayEncrypt()) {
            mistake("502 5.5.1 Unknown command");
            return;
        }
        busy = true;
        encrypting = true;
        transaction.reset();
        hello = "";
        input = new SmtpInput(settings.size());
        socket.upgradeToSsl(Buffer.buffer("220 2.0.0 Begin\r\n")).onComplete(upgraded -> {
            encrypting = false;
            if (upgraded.succeeded()) {
                goOn();
            } else {
                socket.close();
            }
        });
    }

    private void mail(String line) {
        transaction.refuseSender(line).ifPresentOrElse(this::refuse, () -> {
            transaction.begin(line);
            say("250 2.1.0 OK");
        });
    }

    private void recipient(String line) {
        transaction.refuseRecipient(line).ifPresentOrElse(this::refuse, () -> {
            var path = SmtpCommandParser.path(line).orElseThrow();
            wait(
                    handler.refusal(peer(), transaction.from(), path),
                    refusal -> judged(path, refusal),
                    "451 4.3.0 Come again later");
        });
    }

    private void judged(String path, Optional<String> refusal) {
        if (refusal.isPresent()) {
            mistake(refusal.get());
        } else {
            transaction.add(path);
            say("250 2.1.5 OK");
        }
    }

    private void data() {
        if (transaction.recipients().isEmpty()) {
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
        if (input.isTooLarge()) {
            say("552 5.3.4 The message is too large");
            transaction.reset();
            return;
        }
        var mail = new ReceivedMessage(peer(), transaction.from(), transaction.recipients(), message);
        transaction.reset();
        wait(handler.receive(mail), this::say, "451 4.3.1 The message could not be kept, come again later");
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
        socket.pause();
        decision.onComplete(decided -> {
            if (decided.succeeded()) {
                then.accept(decided.result());
            } else {
                LOG.warn("A message could not be accepted or refused", decided.cause());
                say(otherwise);
            }
            goOn();
        });
    }

    private void goOn() {
        if (!closed) {
            busy = false;
            socket.resume();
            resizeReservation(input.length());
            work();
        }
    }

    private void mistake(String reply) {
        mistakes++;
        say(reply);
    }

    private void leave(String reply) {
        busy = true;
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
