package io.godwit.kit.smtp;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** One connection to the sink. Belongs to the socket's event loop. */
final class SinkSession {

    private final Vertx vertx;
    private final NetSocket socket;
    private final SmtpSink sink;
    private final SinkOptions options;
    private final SinkRules rules;
    private final SmtpWireReader reader;
    private final long number;
    private boolean busy;
    private boolean closed;
    private boolean loggedIn;
    private boolean awaitsLogin;
    private boolean awaitsBody;
    private boolean inTransaction;
    private String mailFrom = "";
    private String lastRecipient = "";
    private final List<String> recipients = new ArrayList<>();

    SinkSession(Vertx vertx, NetSocket socket, SmtpSink sink, SinkOptions options, SinkRules rules) {
        this.vertx = vertx;
        this.socket = socket;
        this.sink = sink;
        this.options = options;
        this.rules = rules;
        this.reader = new SmtpWireReader(!options.countOnly());
        this.number = sink.opened(socket);
    }

    void begin() {
        socket.handler(this::read);
        socket.exceptionHandler(ignored -> socket.close());
        socket.closeHandler(ignored -> {
            closed = true;
            sink.closed(socket);
        });
        answer(SinkPoint.GREETING, "220 sink.test ESMTP", () -> {});
    }

    private void read(Buffer bytes) {
        reader.add(bytes.getBytes());
        pump();
    }

    private void pump() {
        while (!busy && !closed) {
            if (reader.inData()) {
                if (awaitsBody && !reader.isEmpty() && stopsInBody()) {
                    return;
                }
                var message = reader.message();
                if (message.isEmpty()) {
                    return;
                }
                dot(message.get());
            } else {
                var line = reader.line();
                if (line.isEmpty()) {
                    return;
                }
                command(line.get());
            }
        }
    }

    private void command(String line) {
        if (awaitsLogin) {
            login(line);
            return;
        }
        var verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        switch (verb) {
            case "EHLO", "HELO" -> answer(SinkPoint.EHLO, greeting(verb), this::forget);
            case "STARTTLS" -> answer(SinkPoint.STARTTLS, "220 2.0.0 Go ahead", () -> {});
            case "AUTH" -> auth(line);
            case "MAIL" -> mail(line);
            case "RCPT" -> recipient(line);
            case "DATA" -> data();
            case "RSET" -> {
                forget();
                say("250 2.0.0 Forgotten");
            }
            case "NOOP" -> say("250 2.0.0 Fine");
            case "QUIT" -> {
                say("221 2.0.0 Bye");
                socket.close();
            }
            default -> say("500 5.5.1 Unknown command");
        }
    }

    private String greeting(String verb) {
        if (verb.equals("HELO")) {
            return "250 sink.test";
        }
        var lines = new ArrayList<>(List.of("sink.test", "8BITMIME", "ENHANCEDSTATUSCODES", "SIZE 52428800"));
        if (options.smtpUtf8()) {
            lines.add("SMTPUTF8");
        }
        if (options.pipelining()) {
            lines.add("PIPELINING");
        }
        if (options.certificate().isPresent() && !socket.isSsl()) {
            lines.add("STARTTLS");
        }
        if (!options.userToPassword().isEmpty()) {
            lines.add("AUTH PLAIN LOGIN");
        }
        return "250-" + String.join("\r\n250-", lines.subList(0, lines.size() - 1)) + "\r\n250 "
                + lines.get(lines.size() - 1);
    }

    /** Says the reply and encrypts what comes after it: a quick client begins its handshake at once. */
    private void encrypt(String reply) {
        busy = true;
        socket.upgradeToSsl(Buffer.buffer(reply + "\r\n")).onComplete(ignored -> {
            busy = false;
            sink.encrypted(String.valueOf(socket.indicatedServerName()));
            pump();
        });
    }

    private void auth(String line) {
        var words = line.split(" ", 3);
        if (words.length == 3 && words[1].equalsIgnoreCase("PLAIN")) {
            checkLogin(words[2]);
        } else {
            awaitsLogin = true;
            say("334 ");
        }
    }

    private void login(String line) {
        awaitsLogin = false;
        checkLogin(line);
    }

    private void checkLogin(String base64) {
        var parts = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8).split("\0", -1);
        loggedIn = parts.length == 3 && parts[2].equals(options.userToPassword().get(parts[1]));
        answer(SinkPoint.AUTH, loggedIn ? "235 2.7.0 Welcome" : "535 5.7.8 Wrong credentials", () -> {});
    }

    private void mail(String line) {
        if (inTransaction) {
            say("503 5.5.1 Nested MAIL");
            return;
        }
        forget();
        mailFrom = path(line);
        var allowed = options.userToPassword().isEmpty() || loggedIn;
        answer(SinkPoint.MAIL, allowed ? "250 2.1.0 OK" : "530 5.7.0 Authenticate first", () -> inTransaction = true);
    }

    private void recipient(String line) {
        if (!inTransaction) {
            say("503 5.5.1 MAIL first");
            return;
        }
        lastRecipient = path(line);
        answer(SinkPoint.RCPT, "250 2.1.5 OK", () -> recipients.add(path(line)));
    }

    private void data() {
        answer(SinkPoint.DATA, recipients.isEmpty() ? "503 5.5.1 No recipients" : "354 Go on", () -> {
            awaitsBody = true;
            reader.beginData();
        });
    }

    /** Reads nothing more until the gate is opened, so that a sender of a long message cannot come to its end. */
    private boolean stopsInBody() {
        awaitsBody = false;
        var held = rules.at(SinkPoint.BODY, lastRecipient)
                .filter(SinkBehaviour.Held.class::isInstance)
                .map(SinkBehaviour.Held.class::cast);
        held.ifPresent(behaviour -> {
            busy = true;
            socket.pause();
            behaviour.gate().pass().onComplete(opened -> vertx.runOnContext(ignored -> readOn()));
        });
        return held.isPresent();
    }

    private void readOn() {
        busy = false;
        socket.resume();
        pump();
    }

    private void dot(byte[] message) {
        var id = SinkMessage.header(new String(message, StandardCharsets.ISO_8859_1), "Message-ID")
                .map(value -> value.replaceAll("[<>]", ""))
                .orElse("");
        var from = mailFrom;
        var to = List.copyOf(recipients);
        inTransaction = false;
        if (to.isEmpty()) {
            say("554 5.5.1 No recipients");
            return;
        }
        var behaviour = rules.at(SinkPoint.DOT, lastRecipient);
        var taken = new StageReply(SinkPoint.DOT, "250 2.0.0 Taken", id, () -> keep(from, to, message, true));
        if (behaviour.isPresent() && (behaviour.get().refuses() || takesAtOnce(behaviour.get()))) {
            keep(from, to, message, !behaviour.get().refuses());
            taken = new StageReply(SinkPoint.DOT, "250 2.0.0 Taken", id, () -> {});
        }
        play(behaviour.orElse(new SinkBehaviour.Reply(taken.polite())), taken);
    }

    private static boolean takesAtOnce(SinkBehaviour behaviour) {
        return behaviour instanceof SinkBehaviour.Taken || behaviour instanceof SinkBehaviour.TakenLate;
    }

    private void keep(String from, List<String> to, byte[] message, boolean accepted) {
        sink.took(new SinkMessage(from, to, message, Instant.now(), accepted, socket.isSsl()));
    }

    /** A stage being answered: what politeness says, and what happens once a 2xx or 3xx was said. */
    private record StageReply(SinkPoint point, String polite, String messageId, Runnable then) {}

    private void answer(SinkPoint point, String polite, Runnable then) {
        var reply = new StageReply(point, polite, "", then);
        var address = point == SinkPoint.MAIL ? mailFrom : lastRecipient;
        play(rules.at(point, address).orElse(new SinkBehaviour.Reply(polite)), reply);
    }

    private void play(SinkBehaviour behaviour, StageReply reply) {
        if (behaviour instanceof SinkBehaviour.Reply answer) {
            finish(reply, answer.reply());
        } else if (behaviour instanceof SinkBehaviour.ReplyAndClose answer) {
            finish(reply, answer.reply());
            socket.close();
        } else if (behaviour instanceof SinkBehaviour.Late late) {
            resumeAfter(late.delay(), reply);
        } else if (behaviour instanceof SinkBehaviour.TakenLate late) {
            resumeAfter(late.delay(), reply);
        } else if (behaviour instanceof SinkBehaviour.Held held) {
            await(held.gate(), reply);
        } else if (behaviour instanceof SinkBehaviour.Taken taken) {
            await(taken.gate(), reply);
        } else if (behaviour instanceof SinkBehaviour.Drip drip) {
            busy = true;
            drip(reply, drip.pause().toMillis(), 0);
        } else {
            busy = true;
            note(reply, "");
            if (behaviour instanceof SinkBehaviour.Close) {
                socket.close();
            }
        }
    }

    private void drip(StageReply reaction, long pause, int sent) {
        var reply = reaction.polite() + "\r\n";
        if (sent == reply.length()) {
            busy = false;
            note(reaction, reaction.polite());
            reaction.then().run();
            pump();
        } else if (!closed) {
            socket.write(reply.substring(sent, sent + 1));
            vertx.setTimer(pause, ignored -> drip(reaction, pause, sent + 1));
        }
    }

    private void await(SinkGate gate, StageReply reply) {
        busy = true;
        gate.pass().onComplete(opened -> vertx.runOnContext(ignored -> resume(reply)));
    }

    private void resumeAfter(Duration delay, StageReply reply) {
        busy = true;
        vertx.setTimer(Math.max(1, delay.toMillis()), ignored -> resume(reply));
    }

    private void resume(StageReply reply) {
        busy = false;
        if (!closed) {
            finish(reply, reply.polite());
            pump();
        }
    }

    private void finish(StageReply reaction, String reply) {
        note(reaction, reply);
        if (reaction.point() == SinkPoint.STARTTLS && reply.startsWith("220")) {
            encrypt(reply);
            return;
        }
        if (reply.startsWith("2") || reply.startsWith("3")) {
            reaction.then().run();
        }
        say(reply);
    }

    private void note(StageReply reaction, String reply) {
        sink.wrote(new SinkExchange(
                Instant.now(),
                number,
                reaction.point(),
                mailFrom,
                lastRecipient,
                reaction.messageId(),
                reply,
                !reader.isEmpty()));
    }

    private void say(String reply) {
        if (!closed) {
            socket.write(reply + "\r\n");
        }
    }

    private void forget() {
        inTransaction = false;
        mailFrom = "";
        lastRecipient = "";
        recipients.clear();
    }

    private static String path(String line) {
        var from = line.indexOf('<');
        var to = line.indexOf('>');
        return from < 0 || to < from ? "" : line.substring(from + 1, to);
    }
}
