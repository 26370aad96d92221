package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mail hosts with good and bad encryption, under every kind of policy: where a policy forbids it, no mail goes in clear or to a wrong
 * certificate, and each session is counted as what it was.
 */
@CloseFields
class MailHostTlsTest {

    private static final String IN_CLEAR = "clear";
    private static final String UNCHECKED = "none";

    private static MailHostScene scene;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        scene = new MailHostScene(folder);
    }

    /** A host that offers STARTTLS and then breaks it; counts the mails that come to it all the same. */
    private static final class BrokenHost implements AutoCloseable {

        private final NetServer server;
        private final AtomicInteger mails = new AtomicInteger();

        /** @param afterGo what follows the reply to STARTTLS */
        BrokenHost(String afterGo) {
            server = scene.vertx()
                    .createNetServer(new NetServerOptions().setHost("127.0.0.1").setPort(0));
            server.connectHandler(socket -> greet(socket, afterGo));
            server.listen().await();
        }

        private void greet(NetSocket socket, String afterGo) {
            socket.exceptionHandler(ignored -> socket.close());
            socket.handler(bytes -> answer(socket, bytes, afterGo));
            socket.write("220 broken.test ESMTP\r\n");
        }

        private void answer(NetSocket socket, Buffer bytes, String afterGo) {
            var command = bytes.toString();
            if (command.startsWith("EHLO")) {
                socket.write("250-broken.test\r\n250 STARTTLS\r\n");
            } else if (command.startsWith("STARTTLS")) {
                socket.write("220 Go\r\n" + afterGo);
            } else if (command.startsWith("DATA")) {
                mails.incrementAndGet();
                socket.write("354 Go on\r\n");
            } else if (command.startsWith("QUIT")) {
                socket.end(Buffer.buffer("221 Bye\r\n"));
            } else if (command.getBytes()[0] == 0x16) {
                socket.end(Buffer.buffer("This is no handshake\r\n"));
            } else {
                socket.write("250 OK\r\n");
            }
        }

        int port() {
            return server.actualPort();
        }

        @Override
        public void close() {
            server.close().await();
        }
    }

    private static String enforced(String domain) {
        scene.policy(domain, "1", "enforce", "mx." + domain);
        return domain;
    }

    private static String tested(String domain) {
        scene.policy(domain, "1", "testing", "mx." + domain);
        return domain;
    }

    /** A domain whose host has TLSA records that DNSSEC proves. */
    private static String dane(String domain, int usage, int selector, int matching, String data) {
        var tlsa = "_25._tcp.mx." + domain;
        scene.names().tlsa(tlsa, usage, selector, matching, data).secure(domain, "mx." + domain, tlsa);
        return domain;
    }

    private static void isNotDelivered(String domain, TestAuthority.Issued certificate, String counted) {
        try (var sink = scene.sink(certificate)) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("failed: ");
            assertThat(sink.accepted()).isZero();
        }
        assertThat(scene.counts(domain)).containsExactly(counted);
    }

    private static void isDelivered(
            String domain, TestAuthority.Issued certificate, String verification, String counted) {
        try (var sink = scene.sink(certificate)) {
            assertThat(scene.deliver(domain, sink.port())).isEqualTo(verification);
            assertThat(sink.next().tls()).isTrue();
        }
        assertThat(scene.counts(domain)).containsExactly(counted);
    }

    // Without a policy.

    @Test
    void aHostWithoutAPolicyIsEncryptedWithAnyCertificate() {
        var domain = scene.domain();
        isDelivered(domain, scene.authority().selfSigned("other.test"), UNCHECKED, "no-policy-found success 1");
    }

    @Test
    void aHostWithoutAPolicyAndWithoutStartTlsGetsItsMailInClear() {
        var domain = scene.domain();
        try (var sink = scene.sinkWithoutTls()) {
            assertThat(scene.deliver(domain, sink.port())).isEqualTo(IN_CLEAR);
        }
        assertThat(scene.counts(domain)).containsExactly("no-policy-found starttls-not-supported 1");
    }

    @Test
    void aHostWithoutAPolicyWhoseHandshakeFailsGetsItsMailInClear() {
        var domain = scene.domain();
        try (var host = new BrokenHost("")) {
            scene.deliver(domain, host.port());
            assertThat(host.mails).hasValue(1);
        }
        assertThat(scene.counts(domain)).containsExactly("no-policy-found validation-failure 1");
    }

    // MTA-STS.

    @Test
    void anEnforcedPolicyIsMetByATrustedCertificateForTheHost() {
        var domain = enforced(scene.domain());
        isDelivered(domain, scene.authority().issue("mx." + domain), "mta-sts", "sts success 1");
    }

    @Test
    void aCertificateForAllNamesOfOneLevelIsForTheHost() {
        var domain = enforced(scene.domain());
        isDelivered(domain, scene.authority().issue("*." + domain), "mta-sts", "sts success 1");
    }

    @Test
    void anEnforcedPolicyForbidsAHostThatOffersNoStartTls() {
        var domain = enforced(scene.domain());
        try (var sink = scene.sinkWithoutTls()) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("failed: ");
            assertThat(sink.accepted()).isZero();
        }
        assertThat(scene.counts(domain)).containsExactly("sts starttls-not-supported 1");
    }

    @Test
    void anEnforcedPolicyForbidsAHostThatRefusesStartTls() {
        var domain = enforced(scene.domain());
        try (var sink = scene.sink(scene.authority().issue("mx." + domain))) {
            sink.rule(SinkPoint.STARTTLS, new SinkBehaviour.Reply("454 4.7.0 Not now"));
            assertThat(scene.deliver(domain, sink.port())).startsWith("failed: ");
            assertThat(sink.accepted()).isZero();
        }
        assertThat(scene.counts(domain)).containsExactly("sts starttls-not-supported 1");
    }

    @Test
    void anEnforcedPolicyForbidsAHostWhoseHandshakeFails() {
        var domain = enforced(scene.domain());
        try (var host = new BrokenHost("")) {
            assertThat(scene.deliver(domain, host.port())).startsWith("failed: ");
            assertThat(host.mails).hasValue(0);
        }
        assertThat(scene.counts(domain)).containsExactly("sts validation-failure 1");
    }

    @Test
    void aLineInjectedAfterStartTlsIsNoReplyToAnything() {
        var domain = enforced(scene.domain());
        try (var host = new BrokenHost("250-injected.test\r\n250 SIZE 1\r\n")) {
            assertThat(scene.deliver(domain, host.port())).startsWith("failed: ");
            assertThat(host.mails).hasValue(0);
        }
        assertThat(scene.counts(domain)).containsExactly("sts validation-failure 1");
    }

    @Test
    void anEnforcedPolicyForbidsACertificateForAnotherName() {
        var domain = enforced(scene.domain());
        isNotDelivered(domain, scene.authority().issue("other.test"), "sts certificate-host-mismatch 1");
    }

    @Test
    void anEnforcedPolicyForbidsAnExpiredCertificate() {
        var domain = enforced(scene.domain());
        isNotDelivered(domain, scene.authority().issueExpired("mx." + domain), "sts certificate-expired 1");
    }

    @Test
    void anEnforcedPolicyForbidsASelfSignedCertificate() {
        var domain = enforced(scene.domain());
        isNotDelivered(domain, scene.authority().selfSigned("mx." + domain), "sts certificate-not-trusted 1");
    }

    @Test
    void anEnforcedPolicyForbidsAHostItDoesNotName() {
        var domain = scene.domain();
        scene.policy(domain, "1", "enforce", "other." + domain, "*.mx." + domain);
        try (var sink = scene.sink(scene.authority().issue("mx." + domain))) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("refused: ");
            assertThat(sink.connections()).isZero();
        }
        assertThat(scene.counts(domain)).containsExactly("sts validation-failure 1");
    }

    @Test
    void aPolicyInTestingModeDeliversAndReports() {
        var domain = tested(scene.domain());
        isDelivered(domain, scene.authority().issueExpired("mx." + domain), UNCHECKED, "sts certificate-expired 1");
    }

    @Test
    void aPolicyInTestingModeCountsWhatWouldBeDelivered() {
        var domain = tested(scene.domain());
        isDelivered(domain, scene.authority().issue("mx." + domain), UNCHECKED, "sts success 1");
    }

    @Test
    void aPolicyInTestingModeDeliversToAHostItDoesNotName() {
        var domain = scene.domain();
        scene.policy(domain, "1", "testing", "other." + domain);
        isDelivered(domain, scene.authority().issue("mx." + domain), UNCHECKED, "sts validation-failure 1");
    }

    // DANE.

    @Test
    void theKeyOfATlsaRecordIsAcceptedWhateverItsNameAndDates() {
        var certificate = scene.authority().issueExpired("other.test");
        var domain = dane(scene.domain(), 3, 1, 1, certificate.keyDigest());
        isDelivered(domain, certificate, "dane", "tlsa success 1");
    }

    @Test
    void theOldKeyOfATlsaRecordIsNotAccepted() {
        var domain =
                dane(scene.domain(), 3, 1, 1, scene.authority().issue("mx.test").keyDigest());
        isNotDelivered(domain, scene.authority().issue("mx." + domain), "tlsa tlsa-invalid 1");
    }

    @Test
    void aWholeCertificateAndALongDigestAreAcceptedToo() throws Exception {
        var certificate = scene.authority().selfSigned("other.test");
        var encoded = certificate.certificate().getEncoded();
        var domain = dane(scene.domain(), 3, 0, 2, TestAuthority.digest("SHA-512", encoded));
        isDelivered(domain, certificate, "dane", "tlsa success 1");
    }

    @Test
    void theAuthorityOfATlsaRecordVouchesForTheNameOfTheHost() throws Exception {
        var authority =
                TestAuthority.digest("SHA-256", scene.authority().certificate().getEncoded());
        var domain = dane(scene.domain(), 2, 0, 1, authority);
        isDelivered(domain, scene.authority().issue("mx." + domain), "dane", "tlsa success 1");
    }

    @Test
    void theAuthorityOfATlsaRecordDoesNotVouchForAnotherName() throws Exception {
        var authority =
                TestAuthority.digest("SHA-256", scene.authority().certificate().getEncoded());
        var domain = dane(scene.domain(), 2, 0, 1, authority);
        isNotDelivered(domain, scene.authority().issue("other.test"), "tlsa certificate-host-mismatch 1");
    }

    @Test
    void theAuthorityOfATlsaRecordDoesNotVouchForAnExpiredCertificate() throws Exception {
        var authority = TestAuthority.digest(
                "SHA-256", scene.authority().certificate().getPublicKey().getEncoded());
        var domain = dane(scene.domain(), 2, 1, 1, authority);
        isNotDelivered(domain, scene.authority().issueExpired("mx." + domain), "tlsa certificate-expired 1");
    }

    @Test
    void recordsThatMailCannotUseMakeEncryptionAMustWithAnyCertificate() {
        var domain = dane(scene.domain(), 1, 1, 1, "ab".repeat(32));
        isDelivered(domain, scene.authority().selfSigned("other.test"), UNCHECKED, "tlsa tlsa-invalid 1");

        try (var sink = scene.sinkWithoutTls()) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("failed: ");
            assertThat(sink.accepted()).isZero();
        }
    }

    @Test
    void aWrongProofMakesTheHostUnreachable() {
        var domain = dane(scene.domain(), 3, 1, 1, "ab".repeat(32));
        scene.names().failing("_25._tcp.mx." + domain);
        try (var sink = scene.sinkWithoutTls()) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("refused: ");
            assertThat(sink.connections()).isZero();
        }
        assertThat(scene.counts(domain)).containsExactly("tlsa dnssec-invalid 1");
    }

    @Test
    void recordsWithoutAProofDoNotCount() {
        var domain = scene.domain();
        scene.names()
                .tlsa("_25._tcp.mx." + domain, 3, 1, 1, "ab".repeat(32))
                .secure("mx." + domain, "_25._tcp.mx." + domain);
        isDelivered(domain, scene.authority().selfSigned("other.test"), UNCHECKED, "no-policy-found success 1");
    }

    @Test
    void recordsBelowTheNameAHostIsAnAliasOfCount() {
        var certificate = scene.authority().issue("real.test");
        var domain = scene.domain();
        scene.names().remove("mx." + domain);
        scene.names()
                .cname("mx." + domain, "real." + domain)
                .address("real." + domain, "127.0.0.1")
                .tlsa("_25._tcp.real." + domain, 3, 1, 1, certificate.keyDigest())
                .secure(domain, "mx." + domain, "real." + domain, "_25._tcp.real." + domain);
        isDelivered(domain, certificate, "dane", "tlsa success 1");
    }

    @Test
    void aHostWithTlsaRecordsIsAskedForByTheNameTheyStandBelow() {
        var certificate = scene.authority().issue("real.test");
        var domain = scene.domain();
        scene.names().remove("mx." + domain);
        scene.names()
                .cname("mx." + domain, "real." + domain)
                .address("real." + domain, "127.0.0.1")
                .tlsa("_25._tcp.real." + domain, 3, 1, 1, certificate.keyDigest())
                .secure(domain, "mx." + domain, "real." + domain, "_25._tcp.real." + domain);
        assertThat(asked(domain, certificate)).containsExactly("real." + domain);
    }

    @Test
    void aHostWithAPolicyIsAskedForByTheNameOfItsMxRecordAlsoWhereThatIsAnAlias() {
        var domain = enforced(scene.domain());
        scene.names().remove("mx." + domain);
        scene.names().cname("mx." + domain, "real." + domain).address("real." + domain, "127.0.0.1");
        assertThat(asked(domain, scene.authority().issue("mx." + domain))).containsExactly("mx." + domain);
    }

    @Test
    void recordsBelowAProvenAliasCountAlthoughItLeadsToANameWithoutAProof() {
        var certificate = scene.authority().issue("real.test");
        var domain = scene.domain();
        scene.names().remove("mx." + domain);
        scene.names()
                .cname("mx." + domain, "elsewhere." + domain)
                .address("elsewhere." + domain, "127.0.0.1")
                .tlsa("_25._tcp.mx." + domain, 3, 1, 1, certificate.keyDigest())
                .tlsa("_25._tcp.elsewhere." + domain, 3, 1, 1, "ab".repeat(32))
                .secure(domain, "mx." + domain, "_25._tcp.mx." + domain);
        isDelivered(domain, certificate, "dane", "tlsa success 1");
    }

    private static List<String> asked(String domain, TestAuthority.Issued certificate) {
        try (var sink = scene.sink(certificate)) {
            scene.deliver(domain, sink.port());
            return sink.serverNames();
        }
    }

    @Test
    void daneGoesBeforeMtaSts() {
        var certificate = scene.authority().selfSigned("other.test");
        var domain = dane(enforced(scene.domain()), 3, 1, 1, certificate.keyDigest());
        isDelivered(domain, certificate, "dane", "tlsa success 1");
        assertThat(scene.fetches(domain)).isZero();
    }

    // Sessions.

    @Test
    void aSecondSessionIsHeldToThePolicyAsTheFirstWas() {
        var domain = enforced(scene.domain());
        var good = scene.authority().issue("mx." + domain);
        try (var sink = scene.sink(good)) {
            assertThat(List.of(scene.deliver(domain, sink.port()), scene.deliver(domain, sink.port())))
                    .containsExactly("mta-sts", "mta-sts");
        }
        try (var sink = scene.sink(scene.authority().selfSigned("mx." + domain))) {
            assertThat(scene.deliver(domain, sink.port())).startsWith("failed: ");
        }
        assertThat(scene.counts(domain)).containsExactly("sts certificate-not-trusted 1", "sts success 2");
    }
}
