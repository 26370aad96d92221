package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.traces.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A call claimed by this node until its lease ends.
 *
 * @param urlHash the hash of the URL without its query
 * @param url the masked URL
 * @param fence the fence, raised by the claim
 * @param attempt the number of the attempt that begins now, 1 for the first
 * @param at the time of the claim, by the database's clock
 * @param nanos the time of the claim, by this node's monotonic clock
 * @param left the time from the claim until the call expires
 * @param lastStatus the status of the last attempt that had an answer
 * @param goneUntil the time before which the URL is not called, because it answered 410
 * @param enabled true: its project exists and is not disabled
 * @param probe true: the call probes an endpoint whose circuit is open
 * @param trace the span that caused the call; empty unless it is traced
 */
record ClaimedCall(
        ProjectId project,
        WebhookCallId id,
        ExecutionId execution,
        int visit,
        EndpointKey endpoint,
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
        boolean probe,
        Optional<TraceContext> trace) {

    /** The present time by the database's clock, computed without asking it. */
    Instant now() {
        return at.plus(age());
    }

    /** The time since the claim. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Override
    public String toString() {
        return "ClaimedCall[" + project + " " + id + "]";
    }
}
