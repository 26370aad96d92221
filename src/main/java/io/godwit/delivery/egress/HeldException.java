package io.godwit.delivery.egress;

import io.godwit.delivery.shaping.Hold;
import io.godwit.delivery.shaping.StartPermit;
import java.time.Duration;
import java.time.Instant;

/** Signals that an email may not start now for a reason that is not about the email: its attempt does not count. */
public final class HeldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Duration MIN_PAUSE = Duration.ofMillis(200);
    private static final Duration MAX_PAUSE = Duration.ofHours(1);

    private final Duration pause;
    private final boolean lasting;
    private final boolean passing;

    /** Creates an exception of a cause of this node that ends by itself within seconds, such as a lease that is being taken. */
    public HeldException(Duration pause, String sentence) {
        this(pause, sentence, false, true);
    }

    /**
     * Creates an exception of a cause that ends an email which has waited for too long.
     *
     * @param pause the time before which another request is of no use; at least 200 ms and at most 1 h are kept
     * @param sentence the reason, for the owner of the email
     * @param lasting whether the cause may last
     */
    public HeldException(Duration pause, String sentence, boolean lasting) {
        this(pause, sentence, lasting, false);
    }

    private HeldException(Duration pause, String sentence, boolean lasting, boolean passing) {
        super(sentence, null, false, false);
        this.lasting = lasting;
        this.passing = passing;
        this.pause = pause.compareTo(MIN_PAUSE) < 0 ? MIN_PAUSE : pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
    }

    /** Returns the exception of an email that may not start now by traffic shaping. */
    public static HeldException of(StartPermit refused, Instant now) {
        return new HeldException(
                Duration.between(now, refused.notBefore()),
                refused.hold().map(Hold::sentence).orElse("The destination takes no more email now."),
                refused.hold().filter(Hold::isLasting).isPresent(),
                refused.hold().map(Hold::isOfPace).orElse(true));
    }

    public Duration pause() {
        return pause;
    }

    /** Returns whether the cause may last. */
    public boolean isLasting() {
        return lasting;
    }

    /** Returns whether the email only waits for its turn, or for this node: that ends no email, however old it is. */
    public boolean isPassing() {
        return passing;
    }
}
