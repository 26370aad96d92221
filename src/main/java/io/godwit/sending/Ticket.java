package io.godwit.sending;

import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;

/**
 * The right to work on one outbox row, until its lease ends or a newer claim raises the fence.
 *
 * @param crashes how often a lease of this row expired while it was being worked
 * @param inDoubt whether that happened just now: nobody can tell whether the last holder sent it
 */
record Ticket(ProjectId project, EmailId email, short lane, long fence, int attempts, int crashes, boolean inDoubt) {

    /** An email that stopped its sender so often is taken to be the cause. */
    private static final int MOST_CRASHES = 3;

    /** Whether it must not be tried any more. */
    boolean isParked() {
        return crashes >= MOST_CRASHES;
    }
}
