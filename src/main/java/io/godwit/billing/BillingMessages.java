package io.godwit.billing;

import io.godwit.bus.Topic;

/** What billing tells itself. */
final class BillingMessages {

    /** An event of Stripe is there. */
    static final Topic<EventReceived> TOLD = new Topic<>("billing.event", EventReceived.class);

    /** Stripe is to be told something. */
    static final Topic<TaskQueued> OWED = new Topic<>("billing.task", TaskQueued.class);

    record EventReceived(String event) {}

    record TaskQueued(String why) {}

    private BillingMessages() {}
}
