package io.godwit.inbound.processing;

import io.godwit.bus.Topic;

/** What is said on the bus about reports. */
final class InboundMessages {

    /** A report was committed. A hint only: the poll finds it too. */
    static final Topic<Accepted> ACCEPTED = new Topic<>("inbound.accepted", Accepted.class);

    private InboundMessages() {}

    /** By this provider. */
    record Accepted(String provider) {}
}
