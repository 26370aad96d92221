package io.godwit.smtp.server;

import io.godwit.smtp.server.SmtpHandler.LoginResult;
import java.util.Optional;

/** The login of one session (RFC 4954): at most one that succeeds, and few that fail. */
final class SmtpLogin {

    /** Failed logins after which the connection ends. */
    private static final int MAX_FAILURES = 3;

    private Optional<SaslExchange> exchange = Optional.empty();
    private boolean signedIn;
    private int failures;

    /** Returns whether the next line belongs to the exchange and is no command. */
    boolean isInProgress() {
        return exchange.isPresent();
    }

    boolean isSignedIn() {
        return signedIn;
    }

    /**
     * Returns the reply that refuses an AUTH command; empty when an exchange can begin.
     *
     * @param mayBegin whether this is the place for a login in the session
     */
    Optional<String> refusal(String line, boolean mayBegin) {
        if (!mayBegin || signedIn) {
            return Optional.of("503 5.5.1 Log in once, after EHLO and before MAIL");
        }
        var words = words(line);
        if (words.length < 2) {
            return Optional.of("501 5.5.4 Name a mechanism");
        }
        return SaslExchange.of(words[1]).isPresent()
                ? Optional.empty()
                : Optional.of("504 5.5.4 The mechanisms are " + SaslExchange.MECHANISMS);
    }

    /** Begins the exchange of an AUTH command that was not refused. */
    SaslExchange.Step begin(String line) {
        var words = words(line);
        exchange = SaslExchange.of(words[1]);
        return step(exchange.orElseThrow().start(words.length > 2 ? Optional.of(words[2]) : Optional.empty()));
    }

    /** Continues with the client's next line. */
    SaslExchange.Step next(String line) {
        return step(exchange.orElseThrow().next(line));
    }

    private SaslExchange.Step step(SaslExchange.Step step) {
        if (!step.isPrompt()) {
            exchange = Optional.empty();
        }
        return step;
    }

    /** Notes the result of a login; returns whether too many have failed. */
    boolean end(LoginResult result) {
        signedIn = result.accepted();
        failures += result.reply().startsWith("5") ? 1 : 0;
        return failures >= MAX_FAILURES;
    }

    private static String[] words(String line) {
        return line.strip().split(" +", 3);
    }
}
