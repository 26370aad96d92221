package io.godwit.bus;

import io.vertx.core.Future;
import io.vertx.core.eventbus.MessageConsumer;

/** A listener's registration on the bus. */
public final class Subscription {

    private final MessageConsumer<Object> consumer;

    Subscription(MessageConsumer<Object> consumer) {
        this.consumer = consumer;
    }

    /** Completes when every node sends its messages here. */
    public Future<Void> ready() {
        return consumer.completion();
    }

    /** Completes when the listener is called no more. */
    public Future<Void> cancel() {
        return consumer.unregister();
    }
}
