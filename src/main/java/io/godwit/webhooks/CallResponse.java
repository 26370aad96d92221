package io.godwit.webhooks;

import java.util.Optional;

/**
 * The response of a receiver.
 *
 * @param body the body as text, cut
 */
record CallResponse(int status, Optional<String> retryAfter, String body) {

    /** True for a response after which the call is repeated; every other one is final. */
    boolean mayBeRepeated() {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }
}
