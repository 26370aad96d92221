package io.godwit.sending;

import io.godwit.bus.Topic;
import java.util.List;
import java.util.UUID;

/** The topics of the send pipeline on the bus. */
public final class SendingMessages {

    /** Published after emails were committed to these lanes. A hint only: the poll finds the emails too. */
    public static final Topic<Queued> QUEUED = new Topic<>("sending.queued", Queued.class);

    private SendingMessages() {}

    /** A notice of at most 256 lanes; of more it names none, and the poll finds them. */
    public record Queued(List<Lane> lanes) {

        public Queued {
            lanes = List.copyOf(lanes);
        }
    }

    /**
     * One lane of one project.
     *
     * @param destination the number of a site, as {@code outbox.destination} has it; 0 for all that have none, {@link #BY_RELAY} for
     *     emails that go by the relay while others of the project may go direct
     */
    public record Lane(UUID project, short lane, short destination) {

        /** The destination of emails that go by the relay while others of their project may go direct. */
        public static final short BY_RELAY = -1;

        /** The lane of the sites without a number. */
        public Lane(UUID project, short lane) {
            this(project, lane, (short) 0);
        }
    }
}
