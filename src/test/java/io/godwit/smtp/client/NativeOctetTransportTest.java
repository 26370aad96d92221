package io.godwit.smtp.client;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.OctetLink;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.Transport;
import io.vertx.core.Vertx;
import java.time.Duration;

/** A server whose replies arrive octet by octet. */
@CloseFields
class NativeOctetTransportTest extends NativeRelayTransportTest {

    private OctetLink link;

    @Override
    Transport transport(Vertx vertx, SmtpSink sink, Duration silence) {
        link = link == null ? OctetLink.open(vertx, sink.port()) : link;
        return transport(vertx, oneSlot("127.0.0.1", link.port(), silence));
    }
}
