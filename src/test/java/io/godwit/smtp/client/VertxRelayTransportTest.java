package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.vertx.core.Vertx;

class VertxRelayTransportTest extends TransportContract {

    @Override
    Transport transport(Vertx vertx, RelaySettings settings) {
        return new VertxRelayTransport(vertx, settings);
    }
}
