package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The transport to the outgoing relay. */
public interface RelayTransport extends Transport {

    /** Creates the implementation the settings name; it connects with the first message, not before. */
    static RelayTransport create(Vertx vertx, RelaySettings settings) {
        return switch (settings.client()) {
            case NATIVE -> new NativeRelayTransport(vertx, settings);
            case VERTX -> new VertxRelayTransport(vertx, settings);
        };
    }

    /**
     * Connects, encrypts and logs in as for a message, on a connection of its own, and sends nothing. Fails with an
     * {@link io.godwit.smtp.SmtpException}, or when that takes longer than {@code limit}.
     */
    Future<Void> probe(Duration limit);
}
