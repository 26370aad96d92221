package io.godwit.contacts.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The history of a contact's subscription: by what it changed, and on what evidence. */
@GodwitServer
class ConsentRoutesTest {

    /** With the keys every test server has. */
    private static final LinkTokenCodec TOKENS = new LinkTokenCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static TestServer server;
    private WorkflowApi calls;
    private final String address = "c" + UUID.randomUUID() + "@example.org";

    @BeforeEach
    void call() {
        calls = new WorkflowApi(server, 0);
    }

    private String contact(boolean subscribed) {
        var made =
                calls.post("/contacts", new JsonObject().put("email", address).put("subscribed", subscribed));
        return WorkflowApi.json(made, 201).getString("id");
    }

    private JsonObject consent(String contact) {
        return WorkflowApi.json(calls.get("/contacts/" + contact + "/consent"), 200);
    }

    private static List<String> told(JsonObject consent) {
        return consent.getJsonArray("history").stream()
                .map(JsonObject.class::cast)
                .map(one -> one.getString("type") + " " + one.getString("source"))
                .toList();
    }

    private String link(Kind kind, String contact, UUID email) {
        var project = new ProjectId(UUID.fromString(server.projectId(0)));
        return TOKENS.write(kind, new Link(project, new ContactId(UUID.fromString(contact)), new EmailId(email)));
    }

    @Test
    void theFirstSubscriptionOfAContactIsTold() {
        var consent = consent(contact(true));

        assertThat(told(consent)).containsExactly("SUBSCRIBED API");
        assertThat(consent.getJsonArray("history").getJsonObject(0).getBoolean("first"))
                .isTrue();
        assertThat(consent.getBoolean("subscribed")).isTrue();
        assertThat(consent.getValue("unsubscription")).isNull();
        assertThat(consent.getBoolean("hasMore")).isFalse();
    }

    @Test
    void aContactThatWasTrackedIsSubscribedByARequest() {
        server.post(
                "/v1/track",
                server.secretKey(0),
                new JsonObject().put("email", address).put("event", "seen"));

        var found = WorkflowApi.json(calls.get("/contacts/by-email/" + address), 200);

        assertThat(told(consent(found.getString("id")))).containsExactly("SUBSCRIBED API");
    }

    @Test
    void aContactThatLeavesByALinkAndComesBackByAnotherHasTheEmailAsEvidence() {
        var contact = contact(true);
        var email = Ids.next();

        server.post(
                "/contacts/public/" + link(Kind.UNSUBSCRIBE, contact, email) + "/unsubscribe", "", new JsonObject());
        var gone = consent(contact);
        server.post("/contacts/public/" + link(Kind.SUBSCRIBE, contact, email) + "/subscribe", "", new JsonObject());
        var back = consent(contact);

        assertThat(gone.getString("optOut")).isEqualTo("PERSON");
        assertThat(gone.getJsonObject("unsubscription").getString("source")).isEqualTo("LINK");
        assertThat(gone.getJsonObject("unsubscription")
                        .getJsonObject("evidence")
                        .getString("emailId"))
                .isEqualTo(email.toString());
        assertThat(told(back)).containsExactly("CONFIRMED LINK", "UNSUBSCRIBED LINK", "SUBSCRIBED API");
        assertThat(back.getValue("optOut")).isNull();
    }

    @Test
    void aProofThatWasStatedIsShown() {
        var contact = contact(false);
        var proof = "Asked for it on the phone on Monday";

        var changed = calls.patch(
                "/contacts/" + contact,
                new JsonObject().put("resubscribe", true).put("proof", proof));

        WorkflowApi.json(changed, 200);
        var consent = consent(contact);
        assertThat(told(consent)).containsExactly("SUBSCRIBED API", "UNSUBSCRIBED API");
        assertThat(consent.getJsonArray("history")
                        .getJsonObject(0)
                        .getJsonObject("evidence")
                        .getString("proof"))
                .isEqualTo(proof);
    }

    @Test
    void aBulkOperationIsNamedByItsJob() {
        var contact = contact(true);

        var job = WorkflowApi.json(
                        calls.post("/contacts/bulk-unsubscribe", new JsonObject().put("contactIds", List.of(contact))),
                        202)
                .getString("jobId");

        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(told(consent(contact)))
                .contains("UNSUBSCRIBED BULK"));
        assertThat(consent(contact)
                        .getJsonObject("unsubscription")
                        .getJsonObject("evidence")
                        .getString("jobId"))
                .isEqualTo(job);
    }

    @Test
    void bouncesAndComplaintsAreToldByTheirEvents() {
        var contact = contact(true);
        for (var reason : List.of("bounce", "complaint")) {
            server.database()
                    .query(
                            """
                            INSERT INTO events (project_id, id, contact_id, name, data, created_at)
                            VALUES (?::uuid, ?, ?::uuid, 'contact.unsubscribed', ?::jsonb, now())
                            """,
                            server.projectId(0),
                            Ids.next(),
                            contact,
                            new JsonObject(Map.of("reason", reason)).encode());
        }

        assertThat(told(consent(contact)))
                .containsExactly("UNSUBSCRIBED COMPLAINT", "UNSUBSCRIBED BOUNCE", "SUBSCRIBED API");
    }

    @Test
    void aLongHistoryIsCutAtTheLimit() {
        var contact = contact(true);
        for (var at = 0; at < 3; at++) {
            calls.patch("/contacts/" + contact, new JsonObject().put("subscribed", at % 2 == 1));
        }

        var consent = WorkflowApi.json(calls.get("/contacts/" + contact + "/consent?limit=2"), 200);

        assertThat(told(consent)).containsExactly("UNSUBSCRIBED API", "SUBSCRIBED API");
        assertThat(consent.getBoolean("hasMore")).isTrue();
        assertThat(told(consent(contact))).hasSize(4);
    }

    @Test
    void aContactOlderThanTheRecordHasNoFirstCause() {
        var contact = contact(true);
        server.database().query("UPDATE contacts SET origin = NULL WHERE id = ?::uuid", contact);

        assertThat(told(consent(contact))).isEmpty();
    }

    @Test
    void aContactOfAnotherProjectIsUnknown() {
        var path = "/contacts/" + contact(true) + "/consent";

        RouteCatalog.assertFailure(server.get(path, server.secretKey(1)), 404, "CONTACT_NOT_FOUND");
    }
}
