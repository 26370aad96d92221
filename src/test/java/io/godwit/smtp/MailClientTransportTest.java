package io.godwit.smtp;

import io.godwit.kit.SmtpSink;
import io.vertx.core.Vertx;
import java.util.Optional;

class MailClientTransportTest extends TransportContract {

    @Override
    Transport transport(Vertx vertx, SmtpSink sink) {
        return new MailClientTransport(
                vertx,
                new MailSettings(
                        Optional.of(sink.host()),
                        sink.port(),
                        Optional.empty(),
                        Optional.empty(),
                        MailSettings.Tls.NONE,
                        1,
                        SILENCE,
                        false,
                        false,
                        1000));
    }
}
