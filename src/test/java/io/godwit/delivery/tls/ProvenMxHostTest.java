package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts beside those that DNSSEC proves for a domain, or beside a domain that is proven to be its only host (RFC 7672 §2.2). */
@CloseFields
class ProvenMxHostTest {

    private static final String DIGEST = "ab".repeat(32);

    private MailHostScene scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new MailHostScene(folder);
    }

    @Test
    void aHostThatIsNoneOfTheProvenOnesIsNotConnectedTo() {
        var domain = scene.domain();
        var host = "mx." + domain;
        scene.names().tlsa("_25._tcp." + host, 3, 1, 1, DIGEST).secure(domain, host, "_25._tcp." + host);

        assertThat(scene.requirement(domain, "MX." + domain).verification()).isEqualTo("dane");
        var refusal = scene.requirement(domain, "mx.evil.test").refusal().orElseThrow();
        assertThat(refusal.sentence()).contains("mx.evil.test").contains(domain);
        assertThat(refusal.result()).isEqualTo(TlsResult.DNSSEC_INVALID);
    }

    @Test
    void aDomainThatIsProvenToHaveNoMxRecordIsItsOnlyHost() {
        scene.names()
                .address("small.test", "127.0.0.1")
                .tlsa("_25._tcp.small.test", 3, 1, 1, DIGEST)
                .secure("small.test", "_25._tcp.small.test");

        assertThat(scene.requirement("small.test", "small.test").verification()).isEqualTo("dane");
        assertThat(scene.requirement("small.test", "mx.evil.test").refusal()).isPresent();
    }

    @Test
    void aDomainThatIsProvenToReceiveNoMailOrNotToExistHasNoHost() {
        scene.names().mx("null.test", 0, ".").secure("null.test", "missing.test");

        assertThat(scene.requirement("null.test", "mx.evil.test").refusal()).isPresent();
        assertThat(scene.requirement("null.test", "null.test").refusal()).isPresent();
        assertThat(scene.requirement("missing.test", "mx.evil.test").refusal()).isPresent();
        assertThat(scene.requirement("missing.test", "missing.test").refusal()).isPresent();
    }

    @Test
    void anyHostMayBeThatOfADomainWithoutProofs() {
        var domain = scene.domain();

        assertThat(scene.requirement(domain, "mx.other.test").refusal()).isEmpty();
    }
}
