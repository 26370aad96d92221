package io.godwit.billing;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Verifies that an event is signed by Stripe and recent: one valid signature of the scheme v1 over the time and the bytes
 * as received.
 */
final class StripeSignature {

    /** The allowed age, the same as in Stripe's own libraries. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern TIME = Pattern.compile("(?:^|,)t=(\\d{1,12})(?:,|$)");

    private final String secret;
    private final Clock clock;

    StripeSignature(String secret, Clock clock) {
        this.secret = secret;
        this.clock = clock;
    }

    /** The body as text; throws {@code BAD_REQUEST} for a body without a valid signature. */
    String open(byte[] body, String header) {
        var text = new String(body, StandardCharsets.UTF_8);
        try {
            if (!Webhook.Signature.verifyHeader(text, header, secret, TOLERANCE.toSeconds(), clock)
                    || isFromTheFuture(header)) {
                throw refused();
            }
            return text;
        } catch (SignatureVerificationException | RuntimeException forged) {
            throw forged instanceof Failure failure ? failure : refused();
        }
    }

    /** Tells whether the signed time is in the future; the library checks only whether it is too old. */
    private boolean isFromTheFuture(String header) {
        var time = TIME.matcher(header);
        return !time.find()
                || Instant.ofEpochSecond(Long.parseLong(time.group(1)))
                        .isAfter(clock.instant().plus(TOLERANCE));
    }

    private static Failure refused() {
        return Failure.of(Kind.BAD_REQUEST, "The event has no signature that is good now");
    }
}
