package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.nodes.NodeSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The members of a project hear by mail that a domain was verified, and that it is so no more. */
@CloseFields
class DomainNotifierTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String VERIFIED = "Your domain is verified";
    private static final String UNVERIFIED = "Your domain is not verified any more";
    private static final String OWNER = "demo@example.test";

    private static DnsStub dns;
    private static TestServer server;
    private static DomainApi domains;

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(settings());
        domains = new DomainApi(server, dns, server.secretKey(0));
        member("colleague@example.com", true);
        member("stranger@example.com", false);
    }

    private static Map<String, String> settings() {
        return Map.of(
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_DOMAINS_CHECKS", "0",
                "GODWIT_ACCOUNTS_VERIFY", "true");
    }

    /** A user whose address is not verified, where the installation asks for it, gets no email. */
    private static void member(String email, boolean verified) {
        var id = UUID.randomUUID();
        server.database()
                .query(
                        "INSERT INTO users (id, email, password_hash, email_verified) VALUES (?, ?, 'x', ?)",
                        id,
                        email,
                        verified);
        server.database()
                .query(
                        "INSERT INTO memberships (project_id, user_id, role) VALUES (?::uuid, ?, 'MEMBER')",
                        server.projectId(0),
                        id);
    }

    @Test
    void everyMemberHearsThatADomainIsVerified() {
        var domain = domains.verified();

        var emails = emails(VERIFIED, domain, 2);

        assertThat(emails.stream().map(email -> email.getValue("to").toString()))
                .anyMatch(to -> to.contains(OWNER))
                .anyMatch(to -> to.contains("colleague@example.com"))
                .noneMatch(to -> to.contains("stranger@example.com"));
        assertThat(emails.get(0).getString("html"))
                .contains("the domain " + domain.getString("domain") + " of your project ");
    }

    @Test
    void theyHearWhichRecordIsMissingAndWhatToPublish() {
        var domain = domains.verified();
        dns.remove(DomainApi.keyRecord(domain).getString("host"));

        lose(domain);

        var parameters = emails(UNVERIFIED, domain, 2).get(0).getString("html");
        var record = DomainApi.keyRecord(domain);
        assertThat(parameters)
                .contains(record.getString("host"), record.getString("value"))
                .contains("There is no TXT record at " + record.getString("host"))
                .doesNotContain("Found there");
        assertThat(emails(VERIFIED, domain, 2)).hasSize(2);
    }

    @Test
    void theyHearWhatStandsThereInItsPlace() {
        var domain = domains.verified();
        var host = DomainApi.keyRecord(domain).getString("host");
        dns.remove(host).txt(host, "v=DKIM1; p=<b>other</b>");

        lose(domain);

        assertThat(emails(UNVERIFIED, domain, 2).get(0).getString("html"))
                .contains("Another key is published", "Found there", "&lt;b&gt;other")
                .doesNotContain("<b>other");
    }

    @Test
    void aCheckThatChangesNothingTellsNothing() {
        var domain = domains.verified();
        emails(VERIFIED, domain, 2);
        domains.check(domain);
        dns.failing(DomainApi.keyRecord(domain).getString("host"));
        domains.check(domain);

        assertThat(told(domain)).isEqualTo(2);
    }

    /** However many look at once, the change is one. The other node sends nothing, for its mailbox is not ours. */
    @Test
    void aChangeManyChecksSeeIsToldOnce() {
        var beside = Map.of("GODWIT_DATABASE_URL", server.database().url(), "GODWIT_ROLES", "http");
        try (var other = TestServer.start(NodeSettings.all(settings(), beside))) {
            var nodes = List.of(domains, new DomainApi(other, dns, server.secretKey(0)));
            var domain = domains.add();
            domains.publish(domain);

            var checks = IntStream.range(0, 8)
                    .mapToObj(each -> CompletableFuture.supplyAsync(
                            () -> nodes.get(each % 2).ask(domain, "")))
                    .toList();

            assertThat(checks).allMatch(check -> check.join().statusCode() == 200);
            emails(VERIFIED, domain, 2);
            assertThat(told(domain)).isEqualTo(2);
        }
    }

    /** Three looks, some minutes apart. */
    private static void lose(JsonObject domain) {
        for (var each = 0; each < 3; each++) {
            domains.check(domain);
            server.database()
                    .query(
                            "UPDATE domains SET missed_at = missed_at - INTERVAL '1 hour' WHERE id = ?::uuid",
                            domain.getString("id"));
        }
        assertThat(domains.get(domain).getBoolean("verified")).isFalse();
    }

    /** System emails about the domain, once all are sent. */
    private static int told(JsonObject domain) {
        await().atMost(TIMEOUT).until(() -> server.database().count("SELECT count(*) FROM outbox") == 0);
        return emails(VERIFIED, domain).size() + emails(UNVERIFIED, domain).size();
    }

    /** Once there are so many. */
    private static List<JsonObject> emails(String subject, JsonObject domain, int count) {
        return await().atMost(TIMEOUT).until(() -> emails(subject, domain), found -> found.size() >= count);
    }

    private static List<JsonObject> emails(String subject, JsonObject domain) {
        return new JsonArray(server.get("/dev/mailbox/messages?limit=100", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getString("subject").equals(subject)
                                && mail.getString("html").contains(domain.getString("domain")))
                        .toList();
    }
}
