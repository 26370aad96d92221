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

/** Whether an event comes from Stripe, and now: one good signature of the scheme v1 over the time and the bytes as they came. */
final class StripeSignature {

    /** What Stripe's own libraries allow. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern TIME = Pattern.compile("(?:^|,)t=(\\d{1,12})(?:,|$)");

    private final String secret;
    private final Clock clock;

    StripeSignature(String secret, Clock clock) {
        this.secret = secret;
        this.clock = clock;
    }

    /** The body's text; throws {@code BAD_REQUEST} for one that nobody we trust has signed. */
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

    /** The library asks only whether it is too old. */
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
