package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.godwit.smtp.RelayOutageException;
import io.godwit.smtp.Transport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The projects whose chosen relays all take no mail. Their emails wait without an attempt, and those of other projects go on.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class RelayHolds {

    /** The pause of an email whose attempt had begun. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The time after which an email of the project is tried again, as the project may have chosen other relays. */
    private static final Duration KNOWN = Duration.ofSeconds(30);

    private record RelayHold(List<String> relays, long until) {}

    private final Transport transport;
    private final LongSupplier nanoTime;
    private final Map<UUID, RelayHold> projectToHold = new HashMap<>();

    RelayHolds(Transport transport, LongSupplier nanoTime) {
        this.transport = transport;
        this.nanoTime = nanoTime;
    }

    /** Returns whether the failure is one of all relays that the email's project chose. */
    static boolean isOutage(Throwable error) {
        return error instanceof RelayOutageException;
    }

    /** Holds the emails of the project, and returns how this one waits. */
    RetryAfter hold(EmailAttempt email, Throwable outage) {
        var claimed = email.claimed();
        projectToHold.put(
                claimed.project().value(),
                new RelayHold(email.eligibility().relays(), nanoTime.getAsLong() + KNOWN.toNanos()));
        return new RetryAfter(claimed, PAUSE, String.valueOf(outage.getMessage()), false, false, true, Mode.RELAY);
    }

    boolean isHeld(ClaimedEmail claimed) {
        return isHeld(claimed.project());
    }

    boolean isHeld(ProjectId project) {
        var hold = projectToHold.get(project.value());
        if (hold == null) {
            return false;
        }
        if (nanoTime.getAsLong() - hold.until() < 0
                && transport.through(hold.relays()).outage().isPresent()) {
            return true;
        }
        projectToHold.remove(project.value());
        return false;
    }
}
