package io.godwit.sending;

import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;

/**
 * The right to work on one outbox row, until its lease ends or a newer claim raises the fence.
 *
 * @param crashes how often a lease of this row expired while it was being worked
 * @param inDoubt whether that happened just now: nobody can tell whether the last holder sent it
 */
record Ticket(ProjectId project, EmailId email, short lane, long fence, int attempts, int crashes, boolean inDoubt) {}
