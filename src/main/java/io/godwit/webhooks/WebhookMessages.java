package io.godwit.webhooks;

import io.godwit.bus.Topic;
import java.util.UUID;

/** The messages that wake the loops of calls. */
public final class WebhookMessages {

    /** Calls of a project were committed. Only saves the wait: the loop finds them too. */
    public static final Topic<Due> DUE = new Topic<>("webhooks.due", Due.class);

    private WebhookMessages() {}

    /** The project with due calls. */
    public record Due(UUID project) {}
}
