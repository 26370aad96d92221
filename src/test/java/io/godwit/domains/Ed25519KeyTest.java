package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.rules.Ed25519Oracle;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A second key of a domain, from its record to the signature of an email. */
@CloseFields
class Ed25519KeyTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static DnsStub dns;
    private static TestServer server;
    private static DomainApi domains;

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(Map.of("GODWIT_DNS_SERVERS", dns.address(), "GODWIT_DOMAINS_ED25519", "true"));
        domains = new DomainApi(server, dns, server.secretKey(0));
    }

    @Test
    void itSignsBesideTheFirstOnceItsRecordIsFound() {
        var domain = domains.verified();
        var record = ed25519Record(domains.get(domain));
        assertThat(record.getBoolean("required")).isFalse();
        assertThat(record.getString("status")).isEqualTo("missing");
        assertThat(raw(send(domain))).containsOnlyOnce("DKIM-Signature:");

        dns.txt(record.getString("host"), record.getString("value"));
        assertThat(ed25519Record(domains.check(domain)).getString("status")).isEqualTo("valid");

        var host = record.getString("host");
        var selector = host.substring(0, host.indexOf('.'));
        var key = Base64.getDecoder().decode(record.getString("value").replaceAll(".*p=", ""));
        await().atMost(TIMEOUT).untilAsserted(() -> {
            var raw = raw(send(domain));
            assertThat(raw).contains("a=rsa-sha256;", "s=" + selector + ";");
            assertThat(Ed25519Oracle.holds(raw.getBytes(StandardCharsets.US_ASCII), selector, key))
                    .isTrue();
        });
    }

    @Test
    void aDomainAddedWithoutOneIsGivenOneByItsCheck() {
        var domain = domains.add();
        server.database().query("DELETE FROM domain_ed25519_keys WHERE domain = ?", domain.getString("domain"));

        var checked = domains.check(domain);

        assertThat(ed25519Record(checked).getString("value")).startsWith("v=DKIM1; k=ed25519; p=");
        assertThat(ed25519Record(domains.check(domain)).getString("value"))
                .isEqualTo(ed25519Record(checked).getString("value"));
    }

    @Test
    void aKeyThatCannotBeReadKeepsItsDomainFromNoCheck() {
        var domain = domains.add();
        domains.publish(domain);
        server.database()
                .query(
                        "UPDATE domain_ed25519_keys SET public_key = '\\x00' WHERE domain = ?",
                        domain.getString("domain"));

        var checked = domains.check(domain);

        assertThat(checked.getBoolean("verified")).isTrue();
        assertThat(checked.getJsonArray("records").encode()).doesNotContain("k=ed25519");
        server.database().query("DELETE FROM domain_ed25519_keys WHERE domain = ?", domain.getString("domain"));
        assertThat(ed25519Record(domains.check(domain)).getString("value")).startsWith("v=DKIM1; k=ed25519; p=");
    }

    @Test
    void aKeyThatCannotBeReadLeavesTheFirstOneSigning() {
        var domain = domains.verified();
        var record = ed25519Record(domains.get(domain));
        dns.txt(record.getString("host"), record.getString("value"));
        domains.check(domain);
        server.database()
                .query(
                        "UPDATE domain_ed25519_keys SET private_key = '\\x00' WHERE domain = ?",
                        domain.getString("domain"));

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(raw(send(domain))).containsOnlyOnce("DKIM-Signature:"));
    }

    private static JsonObject ed25519Record(JsonObject domain) {
        return domain.getJsonArray("records").stream()
                .map(each -> (JsonObject) each)
                .filter(each -> each.getString("value").contains("k=ed25519"))
                .findFirst()
                .orElseThrow();
    }

    private static String send(JsonObject domain) {
        var mail = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "shop@" + domain.getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        var answer = new JsonObject(
                server.post("/v1/send", server.secretKey(0), mail).body());
        return answer.getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static String raw(String id) {
        await().atMost(TIMEOUT).until(() -> caught(id) != null);
        return caught(id);
    }

    private static String caught(String id) {
        var list = new JsonArray(server.get("/dev/mailbox/messages", "").body());
        return list.stream()
                .map(each -> ((JsonObject) each).getString("raw"))
                .filter(raw -> raw.contains("Message-ID: <" + id))
                .findFirst()
                .orElse(null);
    }
}
