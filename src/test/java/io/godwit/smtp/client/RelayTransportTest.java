package io.godwit.smtp.client;

import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.vertx.core.Vertx;
import java.util.Optional;

class RelayTransportTest extends TransportContract {

    @Override
    Transport transport(Vertx vertx, SmtpSink sink) {
        return new RelayTransport(
                vertx,
                new RelaySettings(
                        Optional.of(sink.host()),
                        sink.port(),
                        Optional.empty(),
                        Optional.empty(),
                        RelaySettings.Tls.NONE,
                        1,
                        SILENCE,
                        false,
                        false,
                        1000));
    }
}
