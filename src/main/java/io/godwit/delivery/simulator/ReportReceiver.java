package io.godwit.delivery.simulator;

import io.vertx.core.Future;

/** The reception of the messages that a simulated mail system sends back; implemented by {@code inbound}. */
@FunctionalInterface
public interface ReportReceiver {

    /**
     * Completes when the message is stored.
     *
     * @param recipient the return path of the email it is about
     */
    Future<Void> receive(String recipient, byte[] message);
}
