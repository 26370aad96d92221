package io.godwit.webhooks;

import io.godwit.bus.Topic;
import java.util.UUID;

/** What the queue of calls hears on the bus. */
public final class WebhookMessages {

    /** Calls of a project were committed. A hint only: the poll finds them too. */
    public static final Topic<Due> DUE = new Topic<>("webhooks.due", Due.class);

    private WebhookMessages() {}

    /** Whose. */
    public record Due(UUID project) {}
}
