package io.godwit.inbound.processing;

import io.godwit.bus.Topic;

/** The topics of delivery reports on the bus. */
final class InboundMessages {

    /** Published after a report was committed. A hint only: the poll finds it too. */
    static final Topic<Accepted> ACCEPTED = new Topic<>("inbound.accepted", Accepted.class);

    private InboundMessages() {}

    /** The provider of the committed report. */
    record Accepted(String provider) {}
}
