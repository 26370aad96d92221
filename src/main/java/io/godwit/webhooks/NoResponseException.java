package io.godwit.webhooks;

import io.vertx.core.VertxException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * An attempt without an answer, after which the call may be repeated. Its sentence begins with a code and names nothing of
 * this network.
 */
final class NoResponseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private NoResponseException(String sentence) {
        super(sentence, null, false, false);
    }

    static NoResponseException withoutAddress() {
        return new NoResponseException("DNS: No address of the host could be found.");
    }

    static NoResponseException withoutSecret() {
        return new NoResponseException("SIGNATURE: The project's webhook secret cannot be read; rotate it.");
    }

    static NoResponseException timedOut() {
        return new NoResponseException("TIMEOUT: There was no answer in time.");
    }

    /** Translates an error of the HTTP client into our own sentence, because its message may contain addresses. */
    static NoResponseException of(Throwable cause) {
        if (cause instanceof NoResponseException known) {
            return known;
        } else if (isAbout(cause, SSLException.class)) {
            return new NoResponseException("TLS: The host could not prove who it is, or speaks no TLS we do.");
        } else if (isAbout(cause, TimeoutException.class) || says(cause, "timed out")) {
            return timedOut();
        } else if (isAbout(cause, ConnectException.class) || says(cause, "no route", "unreachable")) {
            return new NoResponseException("CONNECT: The host took no connection.");
        } else if (cause instanceof VertxException || says(cause, "reset", "closed", "broken pipe")) {
            return new NoResponseException("CLOSED: The host closed the connection without an answer.");
        }
        return new NoResponseException("PROTOCOL: The host's answer is no HTTP.");
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
