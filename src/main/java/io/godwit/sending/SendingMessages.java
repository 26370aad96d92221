package io.godwit.sending;

import io.godwit.bus.Topic;
import java.util.List;
import java.util.UUID;

/** What the send pipeline says and hears on the bus. */
public final class SendingMessages {

    /** Mail was committed to these lanes. A hint only: the poll finds it too. */
    public static final Topic<Queued> QUEUED = new Topic<>("sending.queued", Queued.class);

    private SendingMessages() {}

    /** At most 256 lanes; more say nothing, and the poll finds them. */
    public record Queued(List<Lane> lanes) {

        public Queued {
            lanes = List.copyOf(lanes);
        }
    }

    /** One lane of one project. */
    public record Lane(UUID project, short lane) {}
}
