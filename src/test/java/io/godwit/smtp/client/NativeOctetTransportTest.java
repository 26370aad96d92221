package io.godwit.smtp.client;

import io.godwit.kit.net.OctetLink;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.Transport;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;

/** A server whose replies arrive octet by octet. */
class NativeOctetTransportTest extends NativeRelayTransportTest {

    private OctetLink link;

    @Override
    Transport transport(Vertx vertx, SmtpSink sink) {
        link = OctetLink.open(vertx, sink.port());
        return transport(vertx, oneSlot("127.0.0.1", link.port()));
    }

    @AfterEach
    void closeLink() {
        link.close();
    }
}
