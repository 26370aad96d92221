package io.godwit.smtp;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** One connection to the catcher: as much of RFC 5321 as a polite client needs. Belongs to the socket's event loop. */
final class CatcherSession {

    /** Octets without the brackets (RFC 5321 §4.5.3.1.3). */
    private static final int LONGEST_PATH = 254;

    /** What every server has to take (RFC 5321 §4.5.3.1.8); we send to one at a time. */
    private static final int MOST_RECIPIENTS = 100;

    private final NetSocket socket;
    private final BiFunction<CaughtMail.Path, byte[], Future<?>> keeper;
    private final SmtpInput input = new SmtpInput();
    private String from = "";
    private boolean hasSender;
    private final List<String> recipients = new ArrayList<>();
    private boolean busy;

    /**
     * Takes messages until the client leaves.
     *
     * @param keeper completes when a message is safe, which is when the final dot is answered
     */
    CatcherSession(NetSocket socket, BiFunction<CaughtMail.Path, byte[], Future<?>> keeper) {
        this.socket = socket;
        this.keeper = keeper;
    }

    void begin() {
        socket.handler(this::read);
        socket.exceptionHandler(broken -> socket.close());
        say("220 localhost Godwit mail catcher");
    }

    private void read(Buffer bytes) {
        if (input.add(bytes.getBytes())) {
            work();
        } else {
            say("552 5.3.4 Too large");
            socket.close();
        }
    }

    private void work() {
        while (!busy) {
            if (input.inData()) {
                var message = input.message();
                if (message.isEmpty()) {
                    return;
                }
                keep(message.get());
            } else {
                var line = input.line();
                if (line.isEmpty()) {
                    return;
                }
                command(line.get());
            }
        }
    }

    private void command(String line) {
        if (line.chars().anyMatch(Character::isISOControl)) {
            say("500 5.5.2 A command has no control characters");
            return;
        }
        var verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        switch (verb) {
            case "EHLO" ->
                say("250-localhost\r\n250-8BITMIME\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE "
                        + SmtpInput.LARGEST);
            case "HELO" -> say("250 localhost");
            case "MAIL" -> mail(line);
            case "RCPT" -> recipient(line);
            case "DATA" -> data();
            case "RSET" -> {
                forget();
                say("250 2.0.0 Forgotten");
            }
            case "NOOP", "VRFY" -> say("252 2.0.0 Fine");
            case "QUIT" -> {
                say("221 2.0.0 Bye");
                socket.close();
            }
            default -> say("502 5.5.1 Unknown command");
        }
    }

    private void mail(String line) {
        forget();
        if (path(line).length() > LONGEST_PATH) {
            say("501 5.1.7 The address is too long");
            return;
        }
        from = path(line);
        hasSender = true;
        say("250 2.1.0 OK");
    }

    private void recipient(String line) {
        var path = path(line);
        if (!hasSender) {
            say("503 5.5.1 MAIL first");
            return;
        } else if (path.isEmpty() || path.length() > LONGEST_PATH) {
            say("501 5.1.3 Give an address");
            return;
        } else if (recipients.size() == MOST_RECIPIENTS) {
            say("452 4.5.3 Too many recipients");
            return;
        }
        recipients.add(path);
        say("250 2.1.5 OK");
    }

    private void data() {
        if (recipients.isEmpty()) {
            say("503 5.5.1 RCPT first");
            return;
        }
        input.beginData();
        say("354 End with a dot on a line of its own");
    }

    private void keep(byte[] message) {
        busy = true;
        keeper.apply(new CaughtMail.Path(from, String.join(", ", recipients)), message)
                .onComplete(kept -> answer(kept.succeeded()));
    }

    private void answer(boolean kept) {
        say(kept ? "250 2.0.0 Caught" : "451 4.3.1 The message could not be written");
        forget();
        busy = false;
        work();
    }

    private void say(String reply) {
        socket.write(Buffer.buffer((reply + "\r\n").getBytes(StandardCharsets.US_ASCII)));
    }

    private void forget() {
        from = "";
        hasSender = false;
        recipients.clear();
    }

    private static String path(String line) {
        var start = line.indexOf('<');
        var end = line.indexOf('>', start);
        return start < 0 || end < 0 ? "" : line.substring(start + 1, end);
    }
}
