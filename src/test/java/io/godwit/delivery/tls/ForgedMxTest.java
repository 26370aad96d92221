package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The name servers of {@code dns.servers} lie about the mail hosts of domains, and the validating resolver knows better (RFC 7672
 * §2.2): without the proven hosts an attacker on the way to the name servers would get email whose domain has TLSA records.
 */
@CloseFields
class ForgedMxTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PORT = FreePorts.free();
    private static final Vertx VERTX = Vertx.vertx();
    private static final String GOOD = "127.0.5.1";
    private static final String EVIL = "127.0.5.2";

    private static DnsStub lying;
    private static DnsStub validating;
    private static SmtpSink good;
    private static SmtpSink evil;
    private static TestServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        lying = DnsStub.start();
        validating = DnsStub.start();
        var authority = TestAuthority.in(folder);
        var certificate = authority.issue("mx.dane.test");
        good = sink(GOOD, certificate);
        evil = sink(EVIL, authority.selfSigned("mx.evil.test"));
        lying.address("mx.evil.test", EVIL).address("mx.dane.test", GOOD).address("small.test", GOOD);
        for (var domain : new String[] {"dane.test", "small.test", "plain.test"}) {
            lying.mx(domain, 10, "mx.evil.test");
        }
        proven("mx.dane.test", certificate).mx("dane.test", 10, "mx.dane.test").secure("dane.test");
        proven("small.test", certificate);
        validating.mx("plain.test", 10, "mx.evil.test").address("mx.evil.test", EVIL);
        server = TestServer.start(Map.ofEntries(
                Map.entry("GODWIT_DNS_SERVERS", lying.address()),
                Map.entry("GODWIT_MAIL_MODE", "direct"),
                Map.entry("GODWIT_MAIL_DIRECT_PORT", String.valueOf(PORT)),
                Map.entry("GODWIT_MAIL_DIRECT_ALLOW", "127.0.0.0/8"),
                Map.entry("GODWIT_DELIVERY_TLS_RESOLVER", validating.address())));
    }

    private static SmtpSink sink(String address, TestAuthority.Issued certificate) {
        return SmtpSink.start(
                VERTX, SinkOptions.plain().onHost(address).onPort(PORT).startTls(certificate.store()));
    }

    /** A host whose address and key DNSSEC proves. */
    private static DnsStub proven(String host, TestAuthority.Issued certificate) {
        var tlsa = "_" + PORT + "._tcp." + host;
        return validating
                .address(host, GOOD)
                .tlsa(tlsa, 3, 1, 1, certificate.keyDigest())
                .secure(host, tlsa);
    }

    @Test
    void anEmailGoesToTheProvenHostAndNotToTheForgedOne() {
        assertThat(verification(send("ada@dane.test"))).isEqualTo("dane");

        assertThat(good.messages()).anyMatch(message -> message.recipient().equals("ada@dane.test"));
        assertThat(evil.messages()).noneMatch(message -> message.recipient().equals("ada@dane.test"));
    }

    @Test
    void aDomainThatIsProvenToHaveNoMxRecordReceivesAtItsOwnAddress() {
        assertThat(verification(send("ada@small.test"))).isEqualTo("dane");

        assertThat(good.messages()).anyMatch(message -> message.recipient().equals("ada@small.test"));
        assertThat(evil.messages()).noneMatch(message -> message.recipient().equals("ada@small.test"));
    }

    @Test
    void aDomainWithoutProofsIsDeliveredToAsBefore() {
        assertThat(verification(send("ada@plain.test"))).isEqualTo("none");

        assertThat(evil.messages()).anyMatch(message -> message.recipient().equals("ada@plain.test"));
    }

    private static String send(String to) {
        var body = new JsonObject()
                .put("from", "shop@" + server.domain(0))
                .put("to", to)
                .put("subject", "Secret")
                .put("body", "<p>Secret</p>");
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    /** The check of the certificate in the last attempt of an email that was sent. */
    private static String verification(String id) {
        await().atMost(TIMEOUT).until(() -> email(id).getString("status").equals("SENT"));
        JsonArray attempts = email(id).getJsonArray("attempts");
        return attempts.getJsonObject(attempts.size() - 1)
                .getJsonObject("evidence")
                .getString("verification");
    }

    private static JsonObject email(String id) {
        return new JsonObject(server.get("/emails/" + id, server.secretKey(0)).body());
    }
}
