package io.godwit.billing;

import io.godwit.bus.Topic;

/** The messages that wake billing's loops. */
final class BillingMessages {

    /** An event of Stripe was stored. */
    static final Topic<EventReceived> EVENT_RECEIVED = new Topic<>("billing.event", EventReceived.class);

    /** A Stripe task was added. */
    static final Topic<TaskQueued> OWED = new Topic<>("billing.task", TaskQueued.class);

    record EventReceived(String event) {}

    record TaskQueued(String why) {}

    private BillingMessages() {}
}
