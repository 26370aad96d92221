package io.godwit.smtp.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * The server's side of one AUTH command (RFC 4954 §4): PLAIN (RFC 4616), and LOGIN, which has no standard and which mail programs
 * and printers use all the same. Belongs to one session.
 */
final class SaslExchange {

    /** The mechanisms as EHLO names them. */
    static final String MECHANISMS = "PLAIN LOGIN";

    private static final String ASK_USER = "334 VXNlcm5hbWU6";
    private static final String ASK_PASSWORD = "334 UGFzc3dvcmQ6";

    private final boolean plain;
    private Optional<String> user = Optional.empty();

    private SaslExchange(boolean plain) {
        this.plain = plain;
    }

    /** The name and the password of a client. */
    record UserPassword(String user, String password) {

        @Override
        public String toString() {
            return "UserPassword[" + user + "]";
        }
    }

    /**
     * The answer to a line of the client: a reply, after which another line is expected if it is a prompt, or the name and password.
     *
     * @param reply empty with a name and password
     */
    record Step(Optional<String> reply, Optional<UserPassword> password) {

        boolean isPrompt() {
            return reply.filter(text -> text.startsWith("334 ")).isPresent();
        }
    }

    /** Begins an exchange; empty for a mechanism that is not offered. */
    static Optional<SaslExchange> of(String mechanism) {
        return switch (mechanism.toUpperCase(Locale.ROOT)) {
            case "PLAIN" -> Optional.of(new SaslExchange(true));
            case "LOGIN" -> Optional.of(new SaslExchange(false));
            default -> Optional.empty();
        };
    }

    /** Takes the initial response of the command; {@code =} is an empty one. */
    Step start(Optional<String> initial) {
        if (initial.isEmpty()) {
            return reply(plain ? "334 " : ASK_USER);
        }
        return next(initial.get().equals("=") ? "" : initial.get());
    }

    /** Takes one line in Base64; {@code *} ends the exchange. */
    Step next(String line) {
        if (line.equals("*")) {
            return reply("501 5.7.0 Login ended");
        }
        try {
            var text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
            return plain ? plain(text) : login(text);
        } catch (IllegalArgumentException notBase64) {
            return reply("501 5.5.2 This is no Base64");
        }
    }

    /** Reads {@code authorization NUL user NUL password}; the first is not used. */
    private static Step plain(String text) {
        var parts = text.split("\u0000", -1);
        return parts.length == 3 ? password(parts[1], parts[2]) : reply("501 5.5.2 This is no PLAIN message");
    }

    private Step login(String text) {
        if (user.isPresent()) {
            return password(user.get(), text);
        }
        user = Optional.of(text);
        return reply(ASK_PASSWORD);
    }

    private static Step password(String user, String password) {
        return new Step(Optional.empty(), Optional.of(new UserPassword(user, password)));
    }

    private static Step reply(String reply) {
        return new Step(Optional.of(reply), Optional.empty());
    }
}
