package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that is ours until its lease ends.
 *
 * @param urlHash names the URL without its query
 * @param url masked
 * @param fence raised by the claim
 * @param attempt the one that begins now, 1 for the first
 * @param at when it was claimed, by the database's clock
 * @param nanos when it was claimed, by our own monotonic clock
 * @param left until it is given up
 * @param lastStatus of the attempt before that had an answer
 * @param goneUntil its URL answered 410 and is not called before then
 * @param enabled whether its project is there and may do anything
 * @param probe whether it is to find out if a closed lane may open
 */
record ClaimedCall(
        ProjectId project,
        WebhookCallId id,
        ExecutionId execution,
        int visit,
        EndpointKey lane,
        byte[] urlHash,
        String method,
        String url,
        byte[] sealed,
        long fence,
        int attempt,
        Instant at,
        long nanos,
        Duration left,
        Optional<Integer> lastStatus,
        Optional<Instant> goneUntil,
        boolean enabled,
        boolean probe) {

    /** The database's clock now, as far as can be told without asking it. */
    Instant now() {
        return at.plus(age());
    }

    /** Since it was claimed. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Override
    public String toString() {
        return "ClaimedCall[" + project + " " + id + "]";
    }
}
