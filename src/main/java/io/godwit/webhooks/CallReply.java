package io.godwit.webhooks;

import java.util.Optional;

/**
 * What a receiver answered.
 *
 * @param body as text, cut
 */
record CallReply(int status, Optional<String> retryAfter, String body) {

    /** A final answer of a server that is well, whatever it says. */
    boolean mayBeRepeated() {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }
}
