package io.godwit.inbound;

import io.godwit.bus.Notice;

/** What is said on the bus about reports. */
final class InboundMessages {

    /** A report was committed. A hint only: the poll finds it too. */
    static final Notice<Accepted> ACCEPTED = new Notice<>("inbound.accepted", Accepted.class);

    private InboundMessages() {}

    /** By this provider. */
    record Accepted(String provider) {}
}
