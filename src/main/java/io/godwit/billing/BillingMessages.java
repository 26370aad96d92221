package io.godwit.billing;

import io.godwit.bus.Notice;

/** What billing tells itself. */
final class BillingMessages {

    /** An event of Stripe is there. */
    static final Notice<Told> TOLD = new Notice<>("billing.told", Told.class);

    /** Stripe is to be told something. */
    static final Notice<Owed> OWED = new Notice<>("billing.owed", Owed.class);

    record Told(String event) {}

    record Owed(String why) {}

    private BillingMessages() {}
}
