package io.godwit.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.net.OutsideAddress;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.net.TimeServer;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on ports, DNS, the mail server and the clock, beside doubles that speak the real protocols. */
@CloseFields
class DoctorNetworkTest {

    private static final String READY =
            "{\"status\":\"ready\",\"checks\":{\"running\":true,\"database\":true},\"services\":{\"mail\":false}}";

    private static final String NOT_READY =
            "{\"status\":\"not ready\",\"checks\":{\"running\":true,\"database\":false},\"services\":{\"mail\":true}}";

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, String> environment = new HashMap<>();
    private DnsStub dns;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        dns = DnsStub.start().mx("big.test", 10, "mx.big.test").address("mx.big.test", "127.0.0.1");
        environment.putAll(Map.of(
                "GODWIT_DATA_DIR",
                folder.toString(),
                "GODWIT_HTTP_HOST",
                "127.0.0.1",
                "GODWIT_HTTP_PORT",
                String.valueOf(FreePorts.free()),
                "GODWIT_DNS_SERVERS",
                dns.address(),
                "GODWIT_MAIL_CHECK_TARGET",
                "big.test"));
    }

    private DoctorRun run(String... checks) {
        return DoctorRun.of(environment, checks);
    }

    @Test
    void aFreePortIsFineAndOneInUseIsNamedWithItsProcess() throws IOException {
        assertThat(run("ports", "running").text()).contains("It is free").contains("No Godwit runs here");

        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            environment.put("GODWIT_HTTP_PORT", String.valueOf(other.getLocalPort()));
            var found = run("ports");

            assertThat(found.status()).isEqualTo(1);
            assertThat(found.about("http.port")).startsWith("failed ").contains("GODWIT_HTTP_PORT");
            if (Files.exists(Path.of("/proc/net/tcp"))) {
                assertThat(found.about("http.port"))
                        .contains("process " + ProcessHandle.current().pid());
            }
        }
    }

    @Test
    void everyPortOfTheSettingsIsTried() {
        environment.put("GODWIT_INBOUND_SMTP_PORT", String.valueOf(FreePorts.free()));
        environment.put("GODWIT_SUBMISSION_PORT", String.valueOf(FreePorts.free()));
        environment.put("GODWIT_SUBMISSION_TLS_PORT", String.valueOf(FreePorts.free()));
        environment.put("GODWIT_CLUSTER_ENABLED", "true");
        environment.put("GODWIT_CLUSTER_PORT", String.valueOf(FreePorts.free()));

        var found = run("ports").text();

        assertThat(found)
                .contains(
                        "http.port ",
                        "inbound.smtp.port ",
                        "submission.port ",
                        "submission.tls-port ",
                        "cluster.port ");
        assertThat(found.lines().filter(line -> line.startsWith("ok "))).hasSize(5);
    }

    @Test
    void anAddressOfAnotherMachineIsNamed() {
        environment.put("GODWIT_HTTP_HOST", "203.0.113.7");

        assertThat(run("ports").about("http.port"))
                .startsWith("failed ")
                .contains("is not an address of this machine")
                .contains("GODWIT_HTTP_HOST");
    }

    @Test
    void aRunningNodeThatIsNotReadyIsShownWithTheReason() {
        try (var node = HttpReceiver.start()) {
            environment.put("GODWIT_HTTP_PORT", String.valueOf(node.port()));
            node.on("/health/ready", HttpReceiver.body(503, NOT_READY));
            var notReady = run("running");
            node.on("/health/ready", HttpReceiver.body(200, READY));
            var withoutMail = run("running");
            node.on("/health/ready", HttpReceiver.body(200, "{\"hello\":true}"));
            var another = run("running");

            assertThat(notReady.text()).startsWith("failed ").contains("is not ready: database");
            assertThat(withoutMail.text()).startsWith("warning ").contains("is away: mail");
            assertThat(another.text()).startsWith("ok ").contains("No Godwit runs here");
        }
    }

    @Test
    void eachDnsServerIsAsked() {
        assertThat(run("dns").text()).startsWith("ok ");

        environment.put("GODWIT_DNS_SERVERS", dns.address() + ",127.0.0.1:1");
        assertThat(run("dns").about("127.0.0.1:1:")).startsWith("warning ").contains("GODWIT_DNS_SERVERS");

        environment.put("GODWIT_DNS_SERVERS", "127.0.0.1:1");
        assertThat(run("dns").text()).startsWith("failed ");
        assertThat(run("dns").status()).isEqualTo(1);
    }

    @Test
    void aSessionWithTheMailServerIsTried() {
        assertThat(run("outgoing").text()).startsWith("ok ").contains("the mail catcher keeps");

        try (var server = SmtpSink.start(vertx, SinkOptions.plain().login("godwit", "right"))) {
            environment.put("GODWIT_MAIL_HOST", "127.0.0.1");
            environment.put("GODWIT_MAIL_PORT", String.valueOf(server.port()));
            environment.put("GODWIT_MAIL_USERNAME", "godwit");
            environment.put("GODWIT_MAIL_PASSWORD", "right");
            environment.put("GODWIT_MAIL_TLS", "none");
            assertThat(run("outgoing").text()).startsWith("ok ").contains("takes the login");

            environment.put("GODWIT_MAIL_PASSWORD", "wrong");
            assertThat(run("outgoing").text())
                    .startsWith("failed ")
                    .contains("535")
                    .contains("GODWIT_MAIL_PASSWORD")
                    .doesNotContain("wrong");

            environment.put("GODWIT_MAIL_TLS", "required");
            assertThat(run("outgoing").text()).startsWith("failed ").contains("GODWIT_MAIL_TLS");
        }
    }

    @Test
    void aLoginWithoutACheckedCertificateIsAWarningAndOneWithoutTlsAFailure(@TempDir Path certificates) {
        var outside = OutsideAddress.find();
        assumeTrue(outside.isPresent(), "This machine has only the loopback interface");
        var options = SinkOptions.plain().onHost(outside.get()).login("godwit", "right");
        environment.put("GODWIT_MAIL_HOST", outside.get());
        environment.put("GODWIT_MAIL_USERNAME", "godwit");
        environment.put("GODWIT_MAIL_PASSWORD", "right");

        try (var server = SmtpSink.start(vertx, options.startTls(TestCertificate.make(certificates)))) {
            environment.put("GODWIT_MAIL_PORT", String.valueOf(server.port()));
            assertThat(run("outgoing").text()).startsWith("warning ").contains("certificate");
        }
        try (var server = SmtpSink.start(vertx, options)) {
            environment.put("GODWIT_MAIL_PORT", String.valueOf(server.port()));
            assertThat(run("outgoing").text()).startsWith("failed ").contains("mail.tls (GODWIT_MAIL_TLS)");
        }
    }

    @Test
    void oneRelayThatIsAwayIsAWarningWhileAnotherWorks() {
        try (var server = SmtpSink.start(vertx)) {
            environment.put("GODWIT_MAIL_HOST", "127.0.0.1");
            environment.put("GODWIT_MAIL_PORT", "1");
            environment.put("GODWIT_MAIL_TLS", "none");
            assertThat(run("outgoing").about("127.0.0.1:1:")).startsWith("failed ");

            environment.put("GODWIT_MAIL_RELAYS", "second=smtp://127.0.0.1:" + server.port());
            var found = run("outgoing");

            assertThat(found.about("127.0.0.1:1:")).startsWith("warning ");
            assertThat(found.about("127.0.0.1:" + server.port())).startsWith("ok ");
            assertThat(found.status()).isZero();
        }
    }

    @Test
    void directDeliveryNeedsPort25AndAName() {
        try (var host = SmtpSink.start(vertx)) {
            dns.address("mail.shop.test", "192.0.2.10").ptr("10.2.0.192.in-addr.arpa", "mail.shop.test");
            environment.put("GODWIT_MAIL_MODE", "direct");
            environment.put("GODWIT_MAIL_CHECK_NAME", "mail.shop.test");
            environment.put("GODWIT_MAIL_CHECK_PORT", String.valueOf(host.port()));
            var works = run("outgoing");
            environment.put("GODWIT_MAIL_CHECK_PORT", "1");
            dns.remove("10.2.0.192.in-addr.arpa");
            var closed = run("outgoing");

            assertThat(works.status()).isZero();
            assertThat(works.about("port-25")).startsWith("ok ");
            assertThat(works.about("reverse-name")).startsWith("ok ");
            assertThat(closed.status()).isEqualTo(1);
            assertThat(closed.about("port-25")).startsWith("failed ").contains("open port 25");
            assertThat(closed.about("reverse-name")).startsWith("failed ").contains("PTR");
        }
    }

    @Test
    void theClockIsThatOfATimeServer() {
        try (var server = TimeServer.start(vertx)) {
            environment.put("GODWIT_MAIL_CHECK_TIME", server.address());
            assertThat(run("clock").text()).startsWith("ok ");

            server.ahead(Duration.ofMinutes(10));
            assertThat(run("clock").text()).startsWith("failed ").contains("chrony");
        }
    }
}
