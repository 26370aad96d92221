package io.godwit.system;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The delivery check of a running server, which knows its domains and their keys. */
@CloseFields
class DeliveryCheckRouteTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static SmtpSink sink;
    private static DnsStub dns;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        sink = SmtpSink.start(VERTX).unjudged();
        dns = DnsStub.start()
                .mx("big.test", 10, "mx.big.test")
                .address("mx.big.test", "127.0.0.1")
                .address("mail.shop.test", "192.0.2.10");
        server = start(true);
    }

    private static TestServer start(boolean ed25519) {
        return TestServer.start(Map.of(
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_MAIL_CHECK_TARGET", "big.test",
                "GODWIT_MAIL_CHECK_PORT", String.valueOf(sink.port()),
                "GODWIT_MAIL_CHECK_NAME", "mail.shop.test",
                "GODWIT_MAIL_CHECK_LISTS", "list.test",
                "GODWIT_MAIL_CHECK_TIME", "",
                "GODWIT_DOMAINS_ED25519", String.valueOf(ed25519)));
    }

    @Test
    void theKeysOfVerifiedDomainsAreLookedFor() {
        server.database().query("UPDATE domains SET trusted = false WHERE domain = 'example.test'");

        var answer = BrowserUser.demo(server).get("/system/delivery-check");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var checks = new JsonObject(answer.body())
                .getJsonArray("checks").stream().map(JsonObject.class::cast).toList();
        var selector = server.database().value("SELECT selector FROM domains WHERE domain = 'example.test'");
        assertThat(checks).anySatisfy(check -> {
            assertThat(check.getString("check")).isEqualTo("dkim");
            assertThat(check.getString("state")).isEqualTo("failed");
            assertThat(check.getString("advice"))
                    .contains(selector + "._domainkey.example.test. TXT \"v=DKIM1; k=rsa; p=MI");
        });
        assertThat(checks).anySatisfy(check -> {
            assertThat(check.getString("check")).isEqualTo("port-25");
            assertThat(check.getString("state")).isEqualTo("ok");
            assertThat(check.getString("advice")).isNull();
        });
    }

    /** A domain that was verified, with an Ed25519 key of 32 octets 1 beside its RSA key. */
    private static void giveEd25519Key(TestServer server) {
        server.database().query("UPDATE domains SET trusted = false WHERE domain = 'example.test'");
        server.database().query("""
                INSERT INTO domain_ed25519_keys (project_id, domain, selector, private_key, public_key)
                SELECT project_id, domain, 'short', '', decode('302a300506032b6570032100' || repeat('01', 32), 'hex')
                  FROM domains WHERE domain = 'example.test'
                    ON CONFLICT (project_id, domain) DO UPDATE SET selector = 'short', public_key = excluded.public_key
                """);
    }

    private static List<JsonObject> dkim(TestServer server) {
        var answer = BrowserUser.demo(server).get("/system/delivery-check");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("checks").stream()
                        .map(JsonObject.class::cast)
                        .filter(check -> check.getString("check").equals("dkim"))
                        .toList();
    }

    @Test
    void theEd25519KeyIsLookedForWhereMailIsSignedWithIt() {
        giveEd25519Key(server);
        var key = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

        assertThat(dkim(server)).hasSize(2).anySatisfy(check -> {
            assertThat(check.getString("subject")).isEqualTo("example.test (Ed25519)");
            assertThat(check.getString("state")).isEqualTo("warning");
            assertThat(check.getString("advice"))
                    .contains("short._domainkey.example.test. TXT \"v=DKIM1; k=ed25519; p=" + key + "\"");
        });
        dns.txt("short._domainkey.example.test", "v=DKIM1; k=ed25519; p=" + key);
        assertThat(dkim(server)).anySatisfy(check -> {
            assertThat(check.getString("subject")).isEqualTo("example.test (Ed25519)");
            assertThat(check.getString("state")).isEqualTo("ok");
        });
        dns.remove("short._domainkey.example.test");
    }

    @Test
    void theEd25519KeyIsLeftOutWhereMailIsNotSignedWithIt() {
        try (var other = start(false)) {
            giveEd25519Key(other);

            assertThat(dkim(other))
                    .extracting(check -> check.getString("subject"))
                    .containsExactly("example.test");
        }
    }

    @Test
    void onlyOperatorsMayCheck() {
        var other = BrowserUser.signedUp(server, "colleague@example.com");

        assertFailure(other.get("/system/delivery-check"), 403, "FORBIDDEN");
        assertFailure(server.get("/system/delivery-check", server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
    }
}
