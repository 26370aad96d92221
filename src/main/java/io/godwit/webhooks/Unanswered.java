package io.godwit.webhooks;

import io.vertx.core.VertxException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** There was no answer; it may come the next time. Its sentence begins with a code and names nothing of ours. */
final class Unanswered extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private Unanswered(String sentence) {
        super(sentence, null, false, false);
    }

    static Unanswered withoutAddress() {
        return new Unanswered("DNS: No address of the host could be found.");
    }

    static Unanswered withoutSecret() {
        return new Unanswered("SIGNATURE: The project's webhook secret cannot be read; rotate it.");
    }

    static Unanswered late() {
        return new Unanswered("TIMEOUT: There was no answer in time.");
    }

    /** What the client says, in our words: its own may tell addresses. */
    static Unanswered of(Throwable cause) {
        if (cause instanceof Unanswered known) {
            return known;
        } else if (isAbout(cause, SSLException.class)) {
            return new Unanswered("TLS: The host could not prove who it is, or speaks no TLS we do.");
        } else if (isAbout(cause, TimeoutException.class) || says(cause, "timed out")) {
            return late();
        } else if (isAbout(cause, ConnectException.class) || says(cause, "no route", "unreachable")) {
            return new Unanswered("CONNECT: The host took no connection.");
        } else if (cause instanceof VertxException || says(cause, "reset", "closed", "broken pipe")) {
            return new Unanswered("CLOSED: The host closed the connection without an answer.");
        }
        return new Unanswered("PROTOCOL: The host's answer is no HTTP.");
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    private static boolean isAbout(Throwable cause, Class<? extends Throwable> type) {
        for (var at = cause; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean says(Throwable cause, String... words) {
        var text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        for (var word : words) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
