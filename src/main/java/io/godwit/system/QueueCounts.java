package io.godwit.system;

/**
 * A queue of all projects, by the state of what is in it.
 *
 * @param name emails, campaigns, workflows, webhooks, jobs, reports (received mail and delivery reports) or billing
 * @param due may be taken now
 * @param inProgress taken by a node
 * @param deferred tried, and waiting for the next attempt
 * @param scheduled waiting for its time
 * @param held of paused campaigns
 * @param dead given up, and kept for a reader
 * @param oldestDueSeconds the age of the oldest that is due; 0 when none is
 * @param oldestDeferredSeconds the age of the oldest that is deferred; 0 when none is
 * @param atLeast true when there are more than were counted
 */
public record QueueCounts(
        String name,
        long due,
        long inProgress,
        long deferred,
        long scheduled,
        long held,
        long dead,
        long oldestDueSeconds,
        long oldestDeferredSeconds,
        boolean atLeast) {}
