package io.godwit.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that DNSSEC proves, those it does not, and those that are withheld because their proof is wrong. */
@CloseFields
class ValidatingResolverTest {

    private static final String DIGEST = "ab".repeat(32);

    private final Vertx vertx = Vertx.vertx();
    private DnsStub server;
    private ValidatingResolver dns;

    @BeforeEach
    void start() throws Exception {
        server = DnsStub.start();
        dns = new ValidatingResolver(
                vertx,
                new DnsSettings(List.of(), Duration.ofSeconds(20), Duration.ofSeconds(60), 32),
                DnsSettings.server(server.address()));
    }

    @Test
    void aProvenRecordSaysWhichCertificatesAServerMayShow() {
        server.tlsa("_25._tcp.mx.test", 3, 1, 1, DIGEST).secure("_25._tcp.mx.test");

        var found = dns.tlsa(25, "mx.test").await();

        assertThat(found.isProven()).isTrue();
        assertThat(found.answer().records()).containsExactly(new Tlsa(3, 1, 1, DIGEST));
        assertThat(found.answer().records().get(0).text()).isEqualTo("3 1 1 " + DIGEST);
    }

    @Test
    void anAnswerWithoutProofIsFoundAndNotProven() {
        server.tlsa("_25._tcp.mx.test", 3, 1, 1, DIGEST);

        var found = dns.tlsa(25, "mx.test").await();

        assertThat(found.answer().isFound()).isTrue();
        assertThat(found.isProven()).isFalse();
    }

    @Test
    void aWrongProofIsUnknownAndNotAbsent() {
        server.mx("test.test", 10, "mx.test").secure("test.test").failing("test.test");

        var found = dns.mx("test.test").await();

        assertThat(found.answer().isUnknown()).isTrue();
        assertThat(found.secure()).isFalse();
    }

    @Test
    void thatThereIsNoRecordCanBeProvenToo() {
        server.address("mx.test", "198.51.100.7").secure("mx.test");

        var found = dns.aaaa("mx.test").await();

        assertThat(found.answer().isAbsent()).isTrue();
        assertThat(found.secure()).isTrue();
    }

    @Test
    void anOrdinaryResolverAsksForNoProof() {
        server.mx("test.test", 10, "mx.test").secure("test.test");
        var ordinary = new DnsResolver(vertx, DnsSettings.of(List.of(server.address()), Duration.ofSeconds(3)));

        var found = ordinary.reply("test.test", io.netty.handler.codec.dns.DnsRecordType.MX)
                .await();

        assertThat(found.secure()).isFalse();
        ordinary.close().await();
    }

    @Test
    void aLongAnswerComesWholeOverTcp() {
        server.tlsa("_25._tcp.mx.test", 3, 0, 0, "cd".repeat(900))
                .secure("_25._tcp.mx.test")
                .truncated("_25._tcp.mx.test");

        assertThat(dns.tlsa(25, "mx.test").await().isProven()).isTrue();
        assertThat(server.queries()).contains("TLSA _25._tcp.mx.test/tcp");
    }
}
