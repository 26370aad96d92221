package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.RecordingProxy;
import io.godwit.kit.net.WireStatements;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that no answer tells whether another project has a domain: that of a domain it has verified and that of a domain nobody has
 * are the same but for the name, and the same statements ask for them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class ForeignDomainTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase database = TestDatabase.fresh(vertx);
    private final RecordingProxy wire = new RecordingProxy(database.port());
    private DnsStub dns;
    private TestServer server;
    private String key;
    private String foreign;
    private String template;
    private String campaign;
    private String email;
    private String preview;

    @BeforeAll
    void make() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(Map.of(
                "GODWIT_DATABASE_URL",
                database.url().replace(":" + database.port() + "/", ":" + wire.port() + "/"),
                "GODWIT_PUBLIC_URL",
                "https://mail.godwit.test",
                "GODWIT_DNS_SERVERS",
                dns.address()));
        key = server.secretKey(0);
        foreign = server.domain(1);
        assertThat(database.value("SELECT verified FROM domains WHERE domain = ?", foreign))
                .isEqualTo(true);
        template = id(server.post("/templates", key, SenderProbe.template("shop@" + server.domain(0))));
        campaign = data(server.post("/campaigns", key, SenderProbe.campaign("shop@" + server.domain(0))))
                .getString("id");
        email = new JsonObject(server.post("/v1/send", key, SenderProbe.email("shop@" + server.domain(0)))
                        .body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        preview = id(server.post(
                "/previews", key, new JsonObject().put("subject", "Hello").put("body", "<p>Hello</p>")));
    }

    private static String id(HttpResponse<String> made) {
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return new JsonObject(made.body()).getString("id");
    }

    private static JsonObject data(HttpResponse<String> made) {
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return new JsonObject(made.body()).getJsonObject("data");
    }

    /** The operations whose body has a member {@code from} or {@code domain}, by their names in the OpenAPI document. */
    private Map<String, Function<String, List<SenderProbe>>> operations() {
        var operations = new TreeMap<String, Function<String, List<SenderProbe>>>();
        operations.put(
                "POST /v1/send",
                domain -> List.of(
                        SenderProbe.post("/v1/send", SenderProbe.email("shop@" + domain)),
                        SenderProbe.post(
                                "/v1/send",
                                SenderProbe.email(new JsonObject()
                                        .put("email", "shop@" + domain)
                                        .put("name", "Shop")))));
        operations.put(
                "POST /campaigns",
                domain -> List.of(SenderProbe.post("/campaigns", SenderProbe.campaign("shop@" + domain))));
        operations.put(
                "PUT /campaigns/{id}",
                domain -> List.of(new SenderProbe(
                        "PUT", "/campaigns/" + campaign, new JsonObject().put("from", "shop@" + domain))));
        operations.put(
                "POST /templates",
                domain -> List.of(SenderProbe.post("/templates", SenderProbe.template("shop@" + domain))));
        operations.put(
                "PATCH /templates/{id}",
                domain -> List.of(new SenderProbe(
                        "PATCH", "/templates/" + template, new JsonObject().put("from", "shop@" + domain))));
        operations.put(
                "POST /templates/{id}/test",
                domain -> List.of(SenderProbe.post("/templates/" + template + "/test", test("shop@" + domain))));
        operations.put(
                "POST /previews",
                domain -> List.of(SenderProbe.post(
                        "/previews",
                        new JsonObject()
                                .put("subject", "Hello")
                                .put("body", "<p>Hello</p>")
                                .put("from", "shop@" + domain))));
        operations.put(
                "POST /previews/{id}/send",
                domain -> List.of(SenderProbe.post("/previews/" + preview + "/send", test("shop@" + domain))));
        operations.put("POST /domains", SenderProbe::lifeOf);
        return operations;
    }

    private JsonObject test(String from) {
        return new JsonObject()
                .put("email", server.demoFile().getString("email"))
                .put("from", from);
    }

    @Test
    void everyOperationWithASenderOrADomainIsCompared() {
        var document = new JsonObject(server.get("/openapi.json", "").body());
        var naming = new TreeSet<String>();
        document.getJsonObject("paths").forEach(path -> ((JsonObject) path.getValue()).forEach(operation -> {
            var members = new HashSet<String>();
            if (operation.getValue() instanceof JsonObject described) {
                collect(document, described.getValue("requestBody"), new HashSet<>(), members);
            }
            if (members.contains("from") || members.contains("domain")) {
                naming.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
            }
        }));

        // The domain of a choice of delivery is that of recipients.
        naming.remove("PUT /delivery/choices");
        assertThat(naming).isEqualTo(operations().keySet());
    }

    /** The names of the members of a schema and of all below it. */
    private static void collect(JsonObject document, Object schema, Set<String> references, Set<String> members) {
        if (schema instanceof JsonArray all) {
            all.forEach(one -> collect(document, one, references, members));
        } else if (schema instanceof JsonObject object) {
            var reference = object.getValue("$ref");
            if (reference instanceof String path && references.add(path)) {
                var found = document;
                for (var name : path.substring(2).split("/")) {
                    found = found.getJsonObject(name);
                }
                collect(document, found, references, members);
            }
            if (object.getValue("properties") instanceof JsonObject properties) {
                members.addAll(properties.fieldNames());
            }
            object.forEach(member -> collect(document, member.getValue(), references, members));
        }
    }

    @Test
    void noOperationTellsThatAnotherProjectHasTheDomain() {
        var statements = operations().entrySet().stream()
                .mapToInt(operation -> assertSame(operation.getKey(), operation.getValue()))
                .sum();

        assertThat(statements).isGreaterThan(10);
    }

    @Test
    void noOperationTellsItOfADomainBelow() {
        operations().forEach((name, probes) -> assertSame(name + " below", domain -> probes.apply("mail." + domain)));
    }

    /** A template, a campaign or an email may name a sender whose domain is the project's no more. */
    @Test
    void noSenderThatWasStoredTellsIt() {
        assertSame("stored", domain -> {
            storeSender("shop@" + domain);
            server.call("PATCH", "/templates/" + template, key, "{\"name\": \"Welcome " + Ids.next() + "\"}");
            return List.of(
                    SenderProbe.post(
                            "/v1/send",
                            new JsonObject().put("to", "ada@example.org").put("template", template)),
                    SenderProbe.post(
                            "/templates/" + template + "/test",
                            new JsonObject().put("email", server.demoFile().getString("email"))),
                    SenderProbe.post("/campaigns/" + campaign + "/send", new JsonObject()),
                    SenderProbe.post(
                            "/campaigns/" + campaign + "/test",
                            new JsonObject().put("email", server.demoFile().getString("email"))),
                    SenderProbe.post("/emails/" + email + "/resend", new JsonObject()));
        });
        storeSender("shop@" + server.domain(0));
    }

    private void storeSender(String from) {
        database.query("UPDATE templates SET from_email = ? WHERE id = ?::uuid", from, template);
        database.query("UPDATE campaigns SET from_email = ? WHERE id = ?::uuid", from, campaign);
        database.query(
                "UPDATE contents SET from_email = ? WHERE id = (SELECT content_id FROM emails WHERE id = ?::uuid)",
                from,
                email);
    }

    @Test
    void noStepOfAWorkflowTellsIt() {
        assertSame("workflow", domain -> {
            var workflow = id(server.post(
                    "/workflows",
                    key,
                    new JsonObject().put("name", "Onboarding").put("eventName", "joined")));
            var step = new JsonObject()
                    .put("type", "SEND_EMAIL")
                    .put("name", "Welcome")
                    .put("position", new JsonObject().put("x", 0).put("y", 0))
                    .put("templateId", template)
                    .put("config", new JsonObject().put("from", "shop@" + domain));
            return List.of(
                    SenderProbe.post("/workflows/" + workflow + "/steps", step),
                    new SenderProbe("GET", "/workflows/" + workflow, new JsonObject()),
                    new SenderProbe("PATCH", "/workflows/" + workflow, new JsonObject().put("enabled", true)));
        });
    }

    @Test
    void noCheckOfAnAddressTellsIt() {
        assertSame(
                "verify",
                domain -> List.of(SenderProbe.post("/v1/verify", new JsonObject().put("email", "shop@" + domain))));
    }

    @Test
    void theIdOfAForeignDomainIsThatOfNone() {
        var id = String.valueOf(database.value("SELECT id FROM domains WHERE domain = ?", foreign));

        for (var call : List.of("GET ", "GET /verify", "POST /keys", "DELETE ")) {
            var method = call.split(" ", -1)[0];
            var end = call.split(" ", -1)[1];
            assertThat(AnswerTranscript.of(server.call(method, "/domains/" + id + end, key, ""), foreign))
                    .contains("404")
                    .isEqualTo(
                            AnswerTranscript.of(server.call(method, "/domains/" + Ids.next() + end, key, ""), foreign));
        }
    }

    /** The first answers fill caches; answers the number of statements about domains. */
    private int assertSame(String name, Function<String, List<SenderProbe>> probes) {
        answers(probes, "example7.test");
        var nobodys = answers(probes, "example9.test");
        var others = answers(probes, foreign);

        assertThat(others.transcripts()).as(name).isEqualTo(nobodys.transcripts());
        assertThat(others.statements()).as(name).isEqualTo(nobodys.statements());
        return others.statements().size();
    }

    private record Observation(List<String> transcripts, List<String> statements) {}

    private Observation answers(Function<String, List<SenderProbe>> probes, String domain) {
        var asked = probes.apply(domain);
        var before = new WireStatements(wire);
        var own = new StringBuilder("own");
        var transcripts = asked.stream()
                .map(probe -> {
                    var body = probe.body().isEmpty() ? "" : probe.body().encode();
                    var answer = server.call(probe.method(), probe.path().replace("/own", "/" + own), key, body);
                    if (probe.path().equals("/domains") && answer.statusCode() == 201) {
                        own.replace(0, own.length(), new JsonObject(answer.body()).getString("id"));
                    }
                    return probe.method() + " " + AnswerTranscript.of(answer, domain);
                })
                .toList();
        return new Observation(transcripts, statements(before));
    }

    /** The statements about domains, but for those of the background, which looks for domains to check. */
    private List<String> statements(WireStatements before) {
        return before.since().stream()
                .filter(sql -> sql.contains("domains") && !sql.contains("SKIP LOCKED"))
                .sorted()
                .toList();
    }
}
