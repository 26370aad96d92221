package io.godwit.sending.preview;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts as they will look, in a frame, and as test emails. */
@GodwitServer
class DraftPreviewRoutesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static CaughtMessages emails;

    @BeforeAll
    static void readMailbox() {
        emails = new CaughtMessages(server);
    }

    @Test
    void aDraftIsRenderedForAContactAndItsWeaknessesAreNamed() {
        contact("draft@example.com", new JsonObject().put("plan", "pro"));
        var body =
                "<p>{{plan}} {{nope}} {{city ?? Rome}}</p><img src=\"https://example.com/a.png\"><a href=\"example\">here</a>";

        var preview = preview(draft("Hi {{plan}}", body)
                .put("email", "draft@example.com")
                .put("data", new JsonObject().put("city", "Oslo")));

        assertThat(preview.getString("subject")).isEqualTo("Hi pro");
        assertThat(preview.getString("html")).startsWith("<p>pro  Oslo</p>");
        assertThat(preview.getString("text")).contains("pro");
        assertThat(preview.getJsonArray("missing")).isEqualTo(new JsonArray().add("nope"));
        assertThat(codes(preview)).containsExactly("IMAGE_WITHOUT_TEXT", "LINK_WITHOUT_ADDRESS");
        assertThat(preview.getInteger("bytes"))
                .isEqualTo(preview.getString("html").length());
    }

    @Test
    void aSoundDraftHasNoProblemsAndALongOneIsCut() {
        var sound = draft(
                "Hi",
                "<p>Text</p><img src=\"https://example.com/a.png\" alt=\"\"><a href=\"https://example.com\">x</a>");

        assertThat(codes(preview(sound))).isEmpty();
        assertThat(codes(preview(draft("Hi", "<p>" + "long ".repeat(30_000) + "</p>"))))
                .containsExactly("TOO_LONG");
        assertThat(codes(preview(draft("Hi", "<p> </p>")))).containsExactly("EMPTY");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unsubscribe_url",
                "unsubscribe_link",
                "{unsubscribe}",
                "UnsubscribeURL",
                "{pm:unsubscribe}",
                "{pm:unsubscribe_url}"
            })
    void theUnsubscribeLinkIsFoundUnderTheNamesOfOtherToolsUnlessTheDataHasIt(String name) {
        var own = name.replaceAll("[{}]", "");
        var marketing = draft("Hi", "<a href=\"{{" + name + "}}\">No more</a>").put("type", "MARKETING");

        var shown = preview(marketing);
        var given = preview(marketing.copy().put("data", new JsonObject().put(own, "https://example.com/off")));

        assertThat(shown.getString("html"))
                .startsWith("<a href=\"" + server.baseUrl().replace("127.0.0.1", "localhost") + "/unsubscribe/")
                .endsWith("\">No more</a>");
        assertThat(shown.getJsonArray("missing")).isEmpty();
        assertThat(given.getString("html")).startsWith("<a href=\"https://example.com/off\">");
    }

    @Test
    void theFrameShowsTheDraftForItsProjectAloneAndWithoutScripts() {
        var id = preview(draft("Hi", "<p style=\"color:red\">Shown</p>")).getString("id");

        var frame = server.get("/previews/" + id, server.secretKey(0));

        assertThat(frame.body()).contains("<p style=\"color:red\">Shown</p>");
        assertThat(frame.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(policy(frame))
                .contains(
                        "default-src 'none'",
                        "style-src 'unsafe-inline'",
                        "img-src 'self' https: data:",
                        "sandbox allow-popups")
                .doesNotContain("script");
        assertThat(policy(server.get("/previews/" + id + "?images=false", server.secretKey(0))))
                .contains("img-src data:;");
        var person = BrowserUser.demo(server);
        assertThat(person.get("/previews/" + id + "?project=" + server.projectId(0))
                        .body())
                .contains("Shown");
        assertFailure(server.get("/previews/" + id, server.secretKey(1)), 404, "RESOURCE_NOT_FOUND");
        assertFailure(server.get("/previews/nothing", server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void aPreviewLastsTenMinutesAndAProjectKeepsTwenty() {
        var old = preview(draft("Old", "<p>Old</p>")).getString("id");
        server.database()
                .query("UPDATE previews SET created_at = now() - interval '601 seconds' WHERE id = ?::uuid", old);
        assertFailure(server.get("/previews/" + old, server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");

        var first = preview(draft("First", "<p>First</p>")).getString("id");
        for (int each = 0; each < 20; each++) {
            preview(draft("Next", "<p>Next</p>"));
        }

        assertFailure(server.get("/previews/" + first, server.secretKey(0)), 404, "RESOURCE_NOT_FOUND");
        assertThat(server.database()
                        .count("SELECT count(*) FROM previews WHERE project_id = ?::uuid", server.projectId(0)))
                .isEqualTo(20);
    }

    @Test
    void aDraftThatCannotBeReadIsRefusedWithThePlace() {
        var broken = server.post("/previews", server.secretKey(0), draft("Hi", "<p>\n{{#if x}}</p>"));

        assertFailure(broken, 422, "VALIDATION_ERROR");
        assertThat(broken.body()).contains("body").contains("line");
        assertFailure(server.post("/previews", server.secretKey(0), new JsonObject()), 422, "VALIDATION_ERROR");
        assertFailure(
                server.post("/previews", server.secretKey(0), draft("Hi", "x").put("contactId", "nobody")),
                404,
                "CONTACT_NOT_FOUND");
    }

    @Test
    void aPreviewIsSentAsItWasShown() {
        var data = new JsonObject()
                .put("name", "Ada")
                .put("code", new JsonObject().put("value", "4711").put("persistent", false));
        var id = preview(draft("Draft for {{name}}", "<p>{{name}} {{code}}</p>").put("data", data))
                .getString("id");

        var answer = server.post(
                "/previews/" + id + "/send",
                server.secretKey(0),
                to("tester@example.com").put("from", from()));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> !emails.to("tester@example.com", "[TEST] Draft for Ada")
                .isEmpty());
        assertThat(emails.to("tester@example.com", "[TEST] Draft for Ada")
                        .get(0)
                        .getString("html"))
                .contains("Ada 4711");
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE email = 'tester@example.com'"))
                .isZero();
        assertFailure(
                server.post("/previews/" + id + "/send", server.secretKey(0), to("a@example.com")),
                422,
                "VALIDATION_ERROR");
        assertFailure(
                server.post(
                        "/previews/" + id + "/send",
                        server.secretKey(0),
                        to("a@example.com").put("from", "x@elsewhere.test")),
                403,
                "FORBIDDEN");
        assertFailure(
                server.post(
                        "/previews/" + id + "/send",
                        server.secretKey(1),
                        to("a@example.com").put("from", "hello@" + server.domain(1))),
                404,
                "RESOURCE_NOT_FOUND");
    }

    @Test
    void aTemplateIsSentWithTheDataOfItsRecipientOrOfTheContactThatIsNamed() {
        var template = new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Welcome {{name}}")
                .put("body", "<p>Hello {{name}}</p>")
                .put("type", "TRANSACTIONAL")
                .put("from", from());
        var id = new JsonObject(
                        server.post("/templates", server.secretKey(0), template).body())
                .getString("id");
        contact("grace@example.com", new JsonObject().put("name", "Grace"));
        var linus = contact("linus@example.com", new JsonObject().put("name", "Linus"));

        for (var body : List.of(
                to("grace@example.com"),
                to("grace@example.com").put("contactId", linus),
                to("grace@example.com").put("data", new JsonObject().put("name", "Edsger")))) {
            var answer = server.post("/templates/" + id + "/test", server.secretKey(0), body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }

        for (var name : List.of("Grace", "Linus", "Edsger")) {
            await().atMost(TIMEOUT).until(() -> !emails.to("grace@example.com", "[TEST] Welcome " + name)
                    .isEmpty());
        }
        assertThat(emails.to("grace@example.com", "[TEST] Welcome Linus").get(0).getString("html"))
                .contains("Hello Linus");
        assertFailure(
                server.post("/templates/nothing/test", server.secretKey(0), to("a@example.com")),
                404,
                "TEMPLATE_NOT_FOUND");
    }

    @Test
    void theTwentyFirstTestOfAnHourIsRefused() {
        var key = server.secretKey(1);
        var draft = draft("Limit", "<p>x</p>").put("from", "hello@" + server.domain(1));
        var id = new JsonObject(server.post("/previews", key, draft).body()).getString("id");
        for (int each = 0; each < 20; each++) {
            assertThat(server.post("/previews/" + id + "/send", key, to("limit@example.com"))
                            .statusCode())
                    .isEqualTo(200);
        }

        var refused = server.post("/previews/" + id + "/send", key, to("limit@example.com"));

        assertFailure(refused, 429, "RATE_LIMIT_EXCEEDED");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    }

    @Test
    void whereEmailsAreReallySentATestGoesToMembersAlone() {
        try (var real = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false", "GODWIT_MAIL_HOST", "127.0.0.1", "GODWIT_MAIL_PORT", "1"))) {
            var draft = draft("Members", "<p>x</p>").put("from", "hello@" + real.domain(0));
            var id = new JsonObject(
                            real.post("/previews", real.secretKey(0), draft).body())
                    .getString("id");

            assertFailure(
                    real.post("/previews/" + id + "/send", real.secretKey(0), to("stranger@example.com")),
                    422,
                    "VALIDATION_ERROR");
            assertThat(real.post("/previews/" + id + "/send", real.secretKey(0), to("demo@example.test"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anEmailOfTheLogIsShownInAFrame() {
        var sent = new JsonObject()
                .put("to", "frame@example.com")
                .put("from", from())
                .put("subject", "Frame")
                .put("body", "<p>In a frame for {{email}}</p>");
        var id = new JsonObject(
                        server.post("/v1/send", server.secretKey(0), sent).body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");

        var frame = server.get("/emails/" + id + "/html", server.secretKey(0));

        assertThat(frame.body()).contains("In a frame for frame@example.com");
        assertThat(policy(frame)).contains("sandbox allow-popups", "img-src 'self' https: data:");
        assertThat(policy(server.get("/emails/" + id + "/html?images=false", server.secretKey(0))))
                .contains("img-src data:;");
        assertFailure(server.get("/emails/" + id + "/html", server.secretKey(1)), 404, "RESOURCE_NOT_FOUND");
    }

    private static String policy(HttpResponse<String> frame) {
        return frame.headers().firstValue("Content-Security-Policy").orElse("");
    }

    private static String contact(String email, JsonObject data) {
        var body = new JsonObject().put("email", email).put("data", data);
        return new JsonObject(
                        server.post("/contacts", server.secretKey(0), body).body())
                .getString("id");
    }

    private static JsonObject draft(String subject, String body) {
        return new JsonObject().put("subject", subject).put("body", body);
    }

    private static JsonObject to(String email) {
        return new JsonObject().put("email", email);
    }

    private static String from() {
        return "hello@" + server.domain(0);
    }

    private static JsonObject preview(JsonObject draft) {
        var answer = server.post("/previews", server.secretKey(0), draft);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body());
    }

    private static List<String> codes(JsonObject preview) {
        return preview.getJsonArray("problems").stream()
                .map(problem -> ((JsonObject) problem).getString("code"))
                .toList();
    }
}
