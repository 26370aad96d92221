package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.ServerSettings;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The card of the system page with the delivery check of a node that sends from one source. */
@GodwitServer
@CloseFields
class DeliveryCheckPageTest {

    private static final String REVERSE = "10.2.0.192.in-addr.arpa";
    private static final Vertx VERTX = Vertx.vertx();
    private static SmtpSink sink;
    private static DnsStub dns;
    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @TempDir
    private static Path folder;

    @ServerSettings
    static Map<String, String> settings() throws Exception {
        sink = SmtpSink.start(VERTX).unjudged();
        dns = DnsStub.start()
                .mx("big.test", 10, "mx.big.test")
                .address("mx.big.test", "127.0.0.1")
                .address("mail.shop.test", "192.0.2.10");
        var authority = TestAuthority.in(folder);
        var certificate = authority
                .issue(Instant.now().plus(Duration.ofDays(20)), "mail.shop.test")
                .store();
        return Map.ofEntries(
                Map.entry("GODWIT_DNS_SERVERS", dns.address()),
                Map.entry("GODWIT_MAIL_DIRECT_SOURCES", "127.0.2.1 mail.shop.test"),
                Map.entry("GODWIT_MAIL_CHECK_TARGET", "big.test"),
                Map.entry("GODWIT_MAIL_CHECK_PORT", String.valueOf(sink.port())),
                Map.entry("GODWIT_MAIL_CHECK_LISTS", "list.test"),
                Map.entry("GODWIT_MAIL_CHECK_TIME", ""),
                Map.entry("GODWIT_DELIVERY_TLS_AUTHORITIES", authority.file().toString()),
                Map.entry("GODWIT_INBOUND_SMTP_PORT", String.valueOf(FreePorts.free())),
                Map.entry("GODWIT_INBOUND_SMTP_HOST", "127.0.0.1"),
                Map.entry("GODWIT_INBOUND_SMTP_NAME", "mail.shop.test"),
                Map.entry(
                        "GODWIT_INBOUND_SMTP_CERTIFICATE",
                        Files.writeString(folder.resolve("chain.pem"), certificate.certificatePem())
                                .toString()),
                Map.entry(
                        "GODWIT_INBOUND_SMTP_KEY",
                        Files.writeString(folder.resolve("key.pem"), certificate.keyPem())
                                .toString()));
    }

    @BeforeAll
    static void distrustTheDomain() {
        server.database().query("UPDATE domains SET trusted = false WHERE domain = 'example.test'");
    }

    @Test
    void whatIsToBeDoneStandsFirstWithItsAdviceAndIsGoneWhenItIsDone() {
        dashboard.open("system").press("Check").awaitText("found something to do");
        assertThat(dashboard.browser().text(".system-checks li:first-child")).contains("To do");
        assertThat(dashboard.browser().text(".system-checks"))
                .contains("Reverse name", "192.0.2.10", "(PTR) to mail.shop.test")
                .contains("SPF", "example.test. TXT \"v=spf1 ip4:192.0.2.10 ~all\"")
                .contains("Port 25", "big.test from 127.0.2.1");
        checkEverywhere("failing");

        dns.ptr(REVERSE, "mail.shop.test")
                .mx("example.test", 10, "mx.big.test")
                .txt("example.test", "v=spf1 ip4:192.0.2.10 ~all")
                .txt("_dmarc.example.test", "v=DMARC1; p=none;")
                .txt(
                        selector() + "._domainkey.example.test",
                        "v=DKIM1; k=rsa; p=" + key().substring(0, 200),
                        key().substring(200));

        dashboard.open("system").press("Check").awaitText("TLS of received emails");
        assertThat(dashboard.browser().text(".system-checks")).doesNotContain("To do", "Could be better", "Not known");
        dashboard.awaitText("found nothing to do");
        checkEverywhere("passing");
    }

    private static String selector() {
        return String.valueOf(server.database().value("SELECT selector FROM domains WHERE domain = 'example.test'"));
    }

    private static String key() {
        return String.valueOf(
                server.database()
                        .value(
                                "SELECT replace(encode(public_key, 'base64'), E'\\n', '') FROM domains WHERE domain = 'example.test'"));
    }

    private static void checkEverywhere(String name) {
        dashboard.browser().evaluate("document.getElementById('delivery-check').scrollIntoView(); scrollBy(0, -80)");
        dashboard.checkShownEverywhere("system-delivery-" + name);
    }
}
