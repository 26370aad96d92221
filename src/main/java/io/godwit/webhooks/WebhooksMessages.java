package io.godwit.webhooks;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What the queue of calls hears on the bus. */
public final class WebhooksMessages {

    /** Calls of a project were committed. A hint only: the poll finds them too. */
    public static final Notice<Due> DUE = new Notice<>("webhooks.due", Due.class);

    private WebhooksMessages() {}

    /** Whose. */
    public record Due(UUID project) {}
}
