package io.godwit.sending;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.time.Duration;
import java.util.Optional;

/**
 * The right to work on one outbox row, until its lease ends or a newer claim raises the fence.
 *
 * @param domain of the recipient
 * @param crashes how often a lease of this row expired while it was being worked
 * @param aloneCrashes how often while it was the only one being composed, and had not been composed yet
 * @param inDoubt whether that happened just now: nobody can tell whether the last holder sent it
 * @param refusal by which the email ends, unless it was taken back
 */
public record ClaimedEmail(
        ProjectId project,
        EmailId email,
        String domain,
        short lane,
        long fence,
        int attempts,
        int crashes,
        int aloneCrashes,
        boolean inDoubt,
        Optional<HeldRefusal> refusal) {

    /** So many crashes make an email a suspect, and so many more while it was alone are held to be its fault. */
    private static final int MAX_CRASHES = 3;

    /** After a crash while it was alone a suspect rests so long, and longer each time: a node that dies of itself dies soon again. */
    private static final Duration REST = Duration.ofMinutes(1);

    /** Tells whether it must be composed while nothing else is. */
    public boolean isSuspect() {
        return crashes >= MAX_CRASHES;
    }

    /** Whether it must not be tried any more. */
    public boolean isDead() {
        return aloneCrashes >= MAX_CRASHES;
    }

    /** Why it must not. */
    public String reason() {
        return "The server stopped " + aloneCrashes + " times while it made the message of this email and nothing else";
    }

    /** Tells how long a suspect waits before it is tried again; none while it has not crashed alone. */
    public Duration coolDown() {
        return inDoubt && isSuspect() ? REST.multipliedBy(aloneCrashes) : Duration.ZERO;
    }
}
