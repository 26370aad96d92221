package io.godwit.domains;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /domains}: added, listed, given another key, removed; who may send from where. */
@CloseFields
class DomainRoutesTest {

    private static DnsStub dns;
    private static TestServer server;
    private static DomainApi domains;

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(Map.of("GODWIT_DNS_SERVERS", dns.address()));
        domains = new DomainApi(server, dns, server.secretKey(0));
    }

    /** This server has no public address: nobody is asked for a record that leads to localhost. */
    @Test
    void anAddedDomainComesWithTheRecordsToSetAndWhatTheOperatorHasToSetForMore() {
        var added = domains.add("records.example.org");

        assertThat(added.getBoolean("verified")).isFalse();
        assertThat(added.getString("projectId")).isEqualTo(server.projectId(0));
        assertThat(added.getJsonArray("dkimTokens")).hasSize(1);
        assertThat(added.getJsonArray("records").stream().map(each -> (JsonObject) each))
                .extracting(each -> each.getString("type") + " " + each.getString("host"))
                .containsExactly(
                        "TXT " + added.getJsonArray("dkimTokens").getString(0) + "._domainkey.records.example.org",
                        "TXT _dmarc.records.example.org");
        assertThat(added.getJsonArray("notices").stream().map(String::valueOf))
                .hasSize(3)
                .allMatch(notice -> notice.contains("GODWIT_PUBLIC_URL"))
                .anyMatch(notice -> notice.contains("GODWIT_DOMAINS_MX"))
                .anyMatch(notice -> notice.contains("GODWIT_DOMAINS_SPF"));
        assertThat(added.encode()).doesNotContain("localhost");
        assertThat(added.getJsonArray("records").stream().map(each -> (JsonObject) each))
                .allMatch(each -> each.getString("status").equals("pending"))
                .filteredOn(each -> each.getBoolean("required"))
                .hasSize(1);
        assertThat(DomainApi.keyRecord(added).getString("value")).matches("v=DKIM1; k=rsa; p=MII[A-Za-z0-9+/]{380,}=*");
        assertThat(added.getString("zoneFile").lines())
                .hasSize(2)
                .anyMatch(line -> line.equals("_dmarc.records.example.org. 3600 IN TXT \"v=DMARC1; p=none;\""))
                .allMatch(line -> line.replaceAll("\"[^\"]{0,255}\"", "").indexOf('"') < 0);
    }

    @Test
    void noAnswerHasThePrivateKey() {
        var added = domains.add();
        var stored = server.database()
                .query("SELECT encode(private_key, 'base64') AS sealed FROM domains WHERE id = ?", id(added))
                .get(0);

        assertThat(added.encode() + domains.get(added) + domains.list() + domains.check(added))
                .doesNotContain("PRIVATE", "privateKey", "private_key")
                .doesNotContain(stored.get("sealed").toString().substring(0, 40));
    }

    @ParameterizedTest
    @CsvSource({
        "Shop.Example.ORG, shop.example.org",
        "dot.example.org., dot.example.org",
        "' space.example.org ', space.example.org",
        "bücher.example, xn--bcher-kva.example",
        "BÜCHER2.example, xn--bcher2-3ya.example",
        "straße.example, xn--strae-oqa.example",
        "💩.example, xn--ls8h.example",
        "deep.down.example.co.uk, deep.down.example.co.uk"
    })
    void aNameIsKeptInOneForm(String typed, String kept) {
        assertThat(domains.add(typed).getString("domain")).isEqualTo(kept);
        assertFailure(
                server.post("/domains", server.secretKey(0), new JsonObject().put("domain", kept)), 409, "CONFLICT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "com",
                "co.uk",
                "*.x",
                "*.example.org",
                "192.0.2.1",
                "[::1]",
                "a..b",
                ".example.org",
                "under_score.org",
                "-a.example.org",
                "a-.example.org",
                "http://example.org",
                "example.org/x",
                "ex ample.org",
                "",
                "."
            })
    void whatNobodyCanSendFromIsRefused(String domain) {
        refuse(domain);
    }

    @Test
    void anOverlongNameIsRefused() {
        refuse("a.".repeat(110) + "b.org");
        refuse("x".repeat(64) + ".example.org");
        refuse("x".repeat(999));
    }

    private static void refuse(String domain) {
        var answer = server.post("/domains", server.secretKey(0), new JsonObject().put("domain", domain));

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"field\":\"domain\"");
    }

    @Test
    void domainsAreListedTheNewestFirstWhateverProjectThePathNames() {
        var first = domains.add();
        var second = domains.add();

        var ids = domains.list().stream()
                .map(each -> ((JsonObject) each).getString("id"))
                .toList();

        assertThat(ids).startsWith(second.getString("id"), first.getString("id"));
        assertThat(new JsonArray(server.get("/domains/project/" + server.projectId(0), server.secretKey(1))
                        .body()))
                .allMatch(each -> ((JsonObject) each).getString("projectId").equals(server.projectId(1)));
    }

    @Test
    void addingIsRepeatedWithoutADoubleByItsIdempotencyKey() {
        var body = new JsonObject().put("domain", "once.example.org").encode();

        var first = server.call("POST", "/domains", server.secretKey(0), body, "Idempotency-Key", "once");
        var again = server.call("POST", "/domains", server.secretKey(0), body, "Idempotency-Key", "once");

        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replay")).hasValue("true");
    }

    @Test
    void onlyAVerifiedDomainSendsAndByItsExactName() {
        var pending = domains.add();
        var verified = domains.verified();

        assertFailure(domains.send(pending), 403, "FORBIDDEN");
        assertThat(domains.send(verified).statusCode()).isEqualTo(200);
        assertThat(domains.sendFrom("shop@" + verified.getString("domain").toUpperCase(java.util.Locale.ROOT))
                        .statusCode())
                .isEqualTo(200);
        assertFailure(domains.sendFrom("shop@mail." + verified.getString("domain")), 403, "FORBIDDEN");
        assertFailure(domains.sendFrom("shop@x" + verified.getString("domain")), 403, "FORBIDDEN");
    }

    @Test
    void withTheSettingNamesBelowAVerifiedDomainMaySendSignedByIt() {
        try (var below = TestServer.start(
                Map.of("GODWIT_DNS_SERVERS", dns.address(), "GODWIT_DOMAINS_ALLOW_SUBDOMAINS", "true"))) {
            var calls = new DomainApi(below, dns, below.secretKey(0));
            var domain = calls.verified();
            var name = domain.getString("domain");

            assertThat(calls.sendFrom("shop@eu.mail." + name).statusCode()).isEqualTo(200);
            assertFailure(calls.sendFrom("shop@x" + name), 403, "FORBIDDEN");
            assertFailure(calls.sendFrom("shop@example.org"), 403, "FORBIDDEN");
            assertThat(signature(below, "eu.mail." + name)).contains("d=" + name + ";");
            template(below, "shop@mail." + name);
            assertFailure(calls.delete(domain), 409, "CONFLICT");
        }
    }

    @Test
    void aDomainInUseIsNotRemoved() {
        var domain = domains.verified();
        var name = domain.getString("domain");
        var template = template(server, "shop@" + name);
        var campaign = new JsonObject(server.post("/campaigns", server.secretKey(0), campaign("news@" + name))
                        .body())
                .getJsonObject("data")
                .getString("id");

        var both = domains.delete(domain);
        server.call("DELETE", "/templates/" + template, server.secretKey(0), "");
        var one = domains.delete(domain);
        server.call("DELETE", "/campaigns/" + campaign, server.secretKey(0), "");
        var none = domains.delete(domain);

        assertFailure(both, 409, "CONFLICT");
        assertThat(both.body()).contains(template, campaign);
        assertFailure(one, 409, "CONFLICT");
        assertThat(one.body()).contains(campaign).doesNotContain(template);
        assertThat(none.body()).isEqualTo("{\"success\":true}");
        assertFailure(domains.delete(domain), 404, "RESOURCE_NOT_FOUND");
        assertFailure(domains.send(domain), 403, "FORBIDDEN");
    }

    /** {@code @a.example} is no use of {@code a.example.org}. */
    @Test
    void anotherDomainThatLooksAlikeKeepsNothing() {
        var domain = domains.add("look.example.org");
        var alike = domains.verified(domains.add("look.example.org.example"));
        template(server, "shop@" + alike.getString("domain"));

        assertThat(domains.delete(domain).statusCode()).isEqualTo(200);
    }

    @Test
    void aKeyIsReplacedOnceItsSuccessorIsPublished() {
        var domain = domains.verified();
        var old = domain.getJsonArray("dkimTokens").getString(0);

        var waiting = new JsonObject(domains.replaceKey(domain).body());
        var next = waiting.getJsonArray("dkimTokens").getString(1);
        assertThat(domains.check(domain).getBoolean("verified")).isTrue();
        domains.send(domain);
        assertThat(signature(server, domain.getString("domain"))).contains("s=" + old + ";");
        assertFailure(domains.replaceKey(domain), 409, "CONFLICT");
        domains.publishRecord(waiting.getJsonArray("records").getJsonObject(1));
        var replaced = domains.check(domain);
        server.call("DELETE", "/dev/mailbox/messages", "", "");
        domains.send(domain);

        assertThat(replaced.getBoolean("verified")).isTrue();
        assertThat(replaced.getJsonArray("tokens")).containsExactly(next);
        assertThat(replaced.getJsonArray("records").getJsonObject(1).getString("description"))
                .startsWith("Signed until the key was replaced");
        assertThat(signature(server, domain.getString("domain"))).contains("s=" + next + ";");
        assertThat(domains.replaceKey(domain).statusCode()).isEqualTo(201);
    }

    @Test
    void whatADisabledProjectProvedIsNotTakenElsewhere() {
        var theirs = new DomainApi(server, dns, server.secretKey(1));
        theirs.verified(theirs.add("banned.co.uk"));
        server.database().query("UPDATE projects SET disabled = true WHERE id = ?::uuid", server.projectId(1));
        try {
            var below = server.post("/domains", server.secretKey(0), new JsonObject().put("domain", "eu.banned.co.uk"));
            var beside = server.post("/domains", server.secretKey(0), new JsonObject().put("domain", "other.co.uk"));

            assertFailure(below, 403, "FORBIDDEN");
            assertThat(beside.statusCode()).isEqualTo(201);
        } finally {
            server.database().query("UPDATE projects SET disabled = false WHERE id = ?::uuid", server.projectId(1));
        }
    }

    /** Its owner moves the domain to another project; the rows of a large one are deleted for hours. */
    @Test
    void whatAProjectThatIsBeingDeletedProvedIsTakenElsewhere() {
        var demo = BrowserUser.demo(server);
        var old = new JsonObject(demo.post("/users/@me/projects", new JsonObject().put("name", "Old"))
                .body());
        var theirs = new DomainApi(server, dns, old.getString("secret"));
        theirs.verified(theirs.add("moved.co.uk"));
        server.database()
                .query(
                        "CREATE TABLE kept (project uuid, domain uuid, FOREIGN KEY (project, domain) REFERENCES domains)");
        try {
            server.database().query("INSERT INTO kept SELECT project_id, id FROM domains WHERE domain = 'moved.co.uk'");
            demo.call("DELETE", "/users/@me/projects/" + old.getString("id"), "");

            var here = server.post("/domains", server.secretKey(0), new JsonObject().put("domain", "moved.co.uk"));

            assertThat(here.statusCode()).as(here.body()).isEqualTo(201);
        } finally {
            server.database().query("DROP TABLE kept");
        }
    }

    @Test
    void domainsOfOneProjectHaveKeysOfTheirOwn() {
        var values = IntStream.range(0, 3)
                .mapToObj(ignored -> DomainApi.keyRecord(domains.add()).getString("value"))
                .toList();

        assertThat(values).doesNotHaveDuplicates();
    }

    private static String template(TestServer server, String from) {
        var template = new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("type", "TRANSACTIONAL")
                .put("from", from);
        return new JsonObject(
                        server.post("/templates", server.secretKey(0), template).body())
                .getString("id");
    }

    @Test
    void whatBecomesOfADomainIsWrittenDown() {
        var name = "audited.example.org";
        var owner = BrowserUser.demo(server);
        var made = owner.in(
                server.projectId(0),
                "POST",
                "/domains",
                new JsonObject().put("domain", name).encode());
        var domain = new JsonObject(made.body());
        domains.verified(domain);
        var next = new JsonObject(domains.replaceKey(domain).body());
        next.getJsonArray("records").forEach(record -> domains.publishRecord((JsonObject) record));
        domains.check(domain);
        domains.delete(domain);

        var entries = new JsonObject(owner.get("/projects/" + server.projectId(0) + "/audit?limit=100")
                        .body())
                .getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .filter(entry ->
                                name.equals(entry.getJsonObject("details").getString("domain")))
                        .toList();

        assertThat(entries)
                .extracting(entry -> entry.getString("action") + " " + entry.getString("caller"))
                .containsExactly(
                        "domain.removed SECRET_KEY",
                        "domain.key.replaced SYSTEM",
                        "domain.key.added SECRET_KEY",
                        "domain.verified SYSTEM",
                        "domain.added MEMBER");
        assertThat(entries.get(4).getString("userEmail")).isEqualTo("demo@example.test");
    }

    private static JsonObject campaign(String from) {
        return new JsonObject()
                .put("name", "July")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", from)
                .put("audienceType", "ALL");
    }

    /** Of the newest mail from there. */
    private static String signature(TestServer server, String domain) {
        var mail = await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> new JsonArray(
                                        server.get("/dev/mailbox/messages", "").body())
                                .stream()
                                        .map(each -> ((JsonObject) each).encode())
                                        .filter(each -> each.contains("shop@" + domain))
                                        .findFirst()
                                        .orElse(""),
                        found -> !found.isEmpty());
        var raw = new JsonObject(mail).getString("raw").replaceAll("\\r?\\n[ \\t]+", " ");
        return raw.lines()
                .filter(line -> line.startsWith("DKIM-Signature"))
                .findFirst()
                .orElse("");
    }

    private static UUID id(JsonObject domain) {
        return UUID.fromString(domain.getString("id"));
    }
}
