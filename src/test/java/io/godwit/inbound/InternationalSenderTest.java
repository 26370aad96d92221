package io.godwit.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.InboundMailServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mail from people whose address has letters outside ASCII (RFC 6531). */
class InternationalSenderTest {

    @Test
    void anEmailFromAnAddressInAnotherScriptIsFiledWithThatAddress() {
        try (var server = InboundMailServer.start(Map.of())) {
            var reply = server.deliver(
                    octets("j\u00f6rg@stra\u00dfe.example"),
                    "shop@example.test",
                    octets(InboundMailServer.message(
                            "J\u00f6rg <j\u00f6rg@example.com>", "Gr\u00fc\u00dfe", "none", "Hello")));

            assertThat(reply).startsWith("250 ");
            assertThat(server.awaitFiled("Gr\u00fc\u00dfe").getString("from")).isEqualTo("j\u00f6rg@example.com");
        }
    }

    private static String octets(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }
}
