package io.godwit.delivery.shaping;

import java.time.Instant;
import java.util.Optional;

/**
 * The reply to a request for a start.
 *
 * @param granted whether it may start now
 * @param notBefore the time before which another request is of no use; now when granted
 * @param hold the reason it may not start
 */
public record StartPermit(boolean granted, Instant notBefore, Optional<Hold> hold) {

    static StartPermit granted(Instant now) {
        return new StartPermit(true, now, Optional.empty());
    }

    static StartPermit heldUntil(Instant notBefore, Hold.Code code, String sentence) {
        return new StartPermit(false, notBefore, Optional.of(new Hold(code, sentence)));
    }
}
