package io.godwit.search;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests what the palette finds: things of every kind, of one project only. */
@GodwitServer
class SearchRoutesTest {

    private static final List<String> KINDS =
            List.of("contacts", "emails", "templates", "segments", "campaigns", "workflows", "domains");

    private static TestServer server;

    private static JsonObject search(int project, String text) {
        var answer =
                server.get("/search?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8), server.secretKey(project));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static String contact(int project, String address) {
        var body = new JsonObject().put("email", address);
        return new JsonObject(server.post("/contacts", server.secretKey(project), body)
                        .body())
                .getString("id");
    }

    private static String named(String path, String name) {
        var body = RouteCatalog.PATH_TO_BODY.get(path).copy().put("name", name);
        if (path.equals("/campaigns")) {
            body.put("audienceType", "ALL").put("from", "hello@" + server.domain(0));
            List.of("segmentId", "audienceFilter", "audienceCondition").forEach(body::remove);
        }
        if (path.equals("/templates")) {
            body.remove("from");
        }
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        var made = new JsonObject(answer.body());
        return made.containsKey("id")
                ? made.getString("id")
                : made.getJsonObject("data").getString("id");
    }

    private static String sent(String to, String subject) {
        var mail = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", subject)
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", server.secretKey(0), mail);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static List<String> ids(JsonArray hits) {
        return hits.stream().map(hit -> ((JsonObject) hit).getString("id")).toList();
    }

    @Test
    void contactsAreFoundByTheBeginningAndByAnyPartOfTheirAddress() {
        var containing = contact(0, "old.marigold@example.org");
        var beginning = contact(0, "marigold@example.org");

        assertThat(ids(search(0, "MariGold").getJsonArray("contacts"))).containsExactly(beginning, containing);
        assertThat(search(0, "marigold").getBoolean("complete")).isTrue();
    }

    @Test
    void atMostFiveOfAKindAreAnswered() {
        for (var number = 0; number < 7; number++) {
            contact(0, "many" + number + "@example.org");
        }

        assertThat(search(0, "many").getJsonArray("contacts")).hasSize(5);
    }

    @Test
    void emailsAreFoundByTheirRecipientAndByTheirId() {
        var email = sent("penelope@example.org", "Your order");

        var byAddress = search(0, "penelope@example.org").getJsonArray("emails");
        var byId = search(0, email);

        assertThat(ids(byAddress)).containsExactly(email);
        assertThat(byAddress.getJsonObject(0).getString("detail")).isEqualTo("Your order");
        assertThat(ids(byId.getJsonArray("emails"))).containsExactly(email);
        assertThat(byId.getJsonArray("contacts")).isEmpty();
    }

    @Test
    void anEmailIsFoundByTheMessageIdOfACopyOfIt() {
        var email = sent("archive@example.org", "Kept");
        await().atMost(Duration.ofSeconds(30)).until(() -> messageIdOf("Kept") != null);

        assertThat(ids(search(0, messageIdOf("Kept")).getJsonArray("emails"))).containsExactly(email);
        assertThat(search(1, messageIdOf("Kept")).getJsonArray("emails")).isEmpty();
    }

    private static String messageIdOf(String subject) {
        return new JsonArray(server.get("/dev/mailbox/messages", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getString("subject").equals(subject))
                        .map(mail -> mail.getJsonObject("headers"))
                        .map(headers -> String.valueOf(headers.getValue("message-id", headers.getValue("Message-ID"))))
                        .map(value -> value.replaceAll("[\\[\\]\"]", ""))
                        .findFirst()
                        .orElse(null);
    }

    @Test
    void whatHasANameIsFoundByAPartOfItInAnyCase() {
        var template = named("/templates", "Spring Welcome");
        var segment = named("/segments", "Spring buyers");
        var campaign = named("/campaigns", "The SPRING sale");
        var workflow = named("/workflows", "spring onboarding");

        var found = search(0, "spring");

        assertThat(ids(found.getJsonArray("templates"))).containsExactly(template);
        assertThat(ids(found.getJsonArray("segments"))).containsExactly(segment);
        assertThat(ids(found.getJsonArray("campaigns"))).containsExactly(campaign);
        assertThat(ids(found.getJsonArray("workflows"))).containsExactly(workflow);
        assertThat(ids(search(0, template).getJsonArray("templates"))).containsExactly(template);
    }

    @Test
    void aDomainIsFoundByItsName() {
        assertThat(search(0, server.domain(0).substring(0, 5)).getJsonArray("domains"))
                .isNotEmpty();
    }

    @Test
    void anotherProjectFindsNothingOfThisOne() {
        var contact = contact(0, "hidden.heliotrope@example.org");
        sent("hidden.heliotrope@example.org", "Secret");

        for (var text : List.of("heliotrope", "hidden.heliotrope@example.org", contact)) {
            var found = search(1, text);
            assertThat(KINDS).as(text).allSatisfy(kind -> assertThat(found.getJsonArray(kind))
                    .isEmpty());
        }
    }

    @Test
    void aPatternStandsForItself() {
        contact(0, "percent@example.org");

        assertThat(search(0, "p%t@").getJsonArray("contacts")).isEmpty();
        assertThat(search(0, "perc_nt").getJsonArray("contacts")).isEmpty();
    }

    @Test
    void aTextThatIsTooShortFindsNothing() {
        contact(0, "x@example.org");

        assertThat(search(0, " x ").getJsonArray("contacts")).isEmpty();
    }

    @Test
    void anUnknownIdFindsNothing() {
        var found = search(0, UUID.randomUUID().toString());

        assertThat(KINDS)
                .allSatisfy(kind -> assertThat(found.getJsonArray(kind)).isEmpty());
    }

    @Test
    void aSearchWithoutATextOrWithAVeryLongOneIsRefused() {
        assertFailure(server.get("/search", server.secretKey(0)), 422, "VALIDATION_ERROR");
        assertFailure(server.get("/search?q=" + "x".repeat(400), server.secretKey(0)), 422, "VALIDATION_ERROR");
    }
}
