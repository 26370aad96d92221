package io.godwit.smtp.server;

import io.godwit.smtp.server.SmtpHandler.ReceivedMessage;
import io.godwit.smtp.server.SmtpHandler.SmtpPeer;
import java.util.Locale;
import java.util.Optional;

/**
 * The session of an SMTP client: answers its commands, with the parts of RFC 5321 that a conforming client needs, and hands its
 * messages over. Belongs to the event loop of its connection.
 */
final class SmtpSession {

    /** Mistakes of a client after which its connection is closed. */
    private static final int MAX_MISTAKES = 20;

    private static final String LATER = "451 4.3.0 Come again later";

    private final SmtpServerConnection connection;
    private final SmtpServerSettings settings;
    private final SmtpHandler handler;
    private final MailTransaction transaction;
    private final SmtpLogin login = new SmtpLogin();
    private String hello = "";
    private int commands;
    private int mistakes;

    SmtpSession(SmtpServerConnection connection, SmtpServerSettings settings, SmtpHandler handler) {
        this.connection = connection;
        this.settings = settings;
        this.handler = handler;
        this.transaction = new MailTransaction(settings);
    }

    /** Answers a command line, without its line end. */
    void command(String line) {
        commands++;
        if ((settings.commands() > 0 && commands > settings.commands()) || mistakes > MAX_MISTAKES) {
            leave("421 4.7.0 Too many commands");
        } else if (login.isInProgress()) {
            advance(login.next(line));
        } else if (SmtpCommandParser.hasControls(line) || line.length() > SmtpServerConnection.MAX_COMMAND_LENGTH) {
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
                reply("250 2.0.0 Forgotten");
            }
            case "NOOP" -> reply("250 2.0.0 Fine");
            case "HELP" -> reply("214 2.0.0 See RFC 5321");
            case "VRFY" -> reply("252 2.1.5 Send the message and see");
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
        reply(
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
            connection.await(
                    handler.login(peer(), shown.user(), shown.password()),
                    this::loggedIn,
                    "454 4.7.0 Logins cannot be checked now, come again later");
        } else if (step.isPrompt()) {
            reply(step.reply().orElseThrow());
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
        return settings.certificate().isPresent() && !connection.isEncrypted();
    }

    private void encrypt(String line) {
        if (!mayEncrypt()) {
            mistake(connection.isEncrypted() ? "503 5.5.1 TLS has begun" : "502 5.5.1 There is no TLS here");
        } else if (!line.strip().equalsIgnoreCase("STARTTLS")) {
            mistake("501 5.5.4 STARTTLS has no parameters");
        } else {
            transaction.reset();
            hello = "";
            connection.startTls();
        }
    }

    private void mail(String line) {
        var offersLogin = handler.refusalOfLogin(peer()).isEmpty();
        var refusal = hello.isEmpty()
                ? Optional.of(new MailTransaction.Refusal("503 5.5.1 EHLO first", true))
                : transaction.refuseSender(line, offersLogin);
        refusal.ifPresentOrElse(this::refuse, () -> {
            var from = SmtpCommandParser.address(line);
            connection.await(handler.refusalOfSender(peer(), from), refused -> evaluatedSender(line, refused), LATER);
        });
    }

    private void evaluatedSender(String line, Optional<String> refusal) {
        if (refusal.isPresent()) {
            mistakes++;
            answer(refusal.get());
        } else {
            transaction.begin(line);
            reply("250 2.1.0 OK");
        }
    }

    private void recipient(String line) {
        transaction.refuseRecipient(line).ifPresentOrElse(this::refuse, () -> {
            var path = SmtpCommandParser.address(line);
            connection.await(
                    handler.refusal(peer(), transaction.from(), path), refusal -> evaluated(path, refusal), LATER);
        });
    }

    private void evaluated(String path, Optional<String> refusal) {
        if (refusal.isPresent()) {
            mistakes += login.isSignedIn() ? 0 : 1;
            answer(refusal.get());
        } else {
            transaction.add(path);
            reply("250 2.1.5 OK");
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
        connection.beginData();
        reply("354 End with a dot on a line of its own");
    }

    private void refuse(MailTransaction.Refusal refusal) {
        if (refusal.mistake()) {
            mistake(refusal.reply());
        } else {
            reply(refusal.reply());
        }
    }

    /**
     * Answers a message.
     *
     * @param refusal the reply to a message that was discarded; empty when it is complete
     */
    void received(byte[] message, Optional<String> refusal) {
        if (refusal.isPresent()) {
            reply(refusal.get());
            transaction.reset();
            return;
        }
        var mail = new ReceivedMessage(peer(), transaction.from(), transaction.recipients(), message);
        transaction.reset();
        connection.await(
                handler.receive(mail), this::answer, "451 4.3.1 The message could not be kept, come again later");
    }

    private SmtpPeer peer() {
        return new SmtpPeer(connection.peerAddress(), hello, connection.isEncrypted());
    }

    /** Sends the handler's reply, after which a connection that is refused altogether, or a server that stops, ends. */
    private void answer(String reply) {
        if (reply.startsWith("421")) {
            leave(reply);
        } else {
            reply(reply);
        }
    }

    private void mistake(String reply) {
        mistakes++;
        reply(reply);
    }

    private void leave(String reply) {
        connection.leave(reply);
    }

    private void reply(String reply) {
        connection.reply(reply);
    }
}
