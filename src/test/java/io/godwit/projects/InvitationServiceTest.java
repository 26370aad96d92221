package io.godwit.projects;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Invitations on servers that are closed, or that verify addresses. */
class InvitationServiceTest {

    private static final String INVITED = "You are invited to a project";

    /** A closed sign-up does not shut out whom a member wants in. */
    @Test
    void anInvitationOpensAClosedServer() {
        try (var closed = TestServer.start(Map.of("GODWIT_ACCOUNTS_SIGNUPS", "false"))) {
            var demo = BrowserUser.demo(closed);
            demo.post("/projects/" + closed.projectId(0) + "/members", new JsonObject().put("email", "in@example.com"));
            var token = new CaughtMessages(closed).token("in@example.com", INVITED);

            var answer = closed.post(
                    "/auth/accept-invitation",
                    "",
                    new JsonObject().put("token", token).put("password", "a password"));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(new BrowserUser(closed, "out@example.com", "a password")
                            .signUp()
                            .body())
                    .contains("\"success\":false");
        }
    }

    @Test
    void theLinkTellsWhatItInvitesToUntilItIsUsed() {
        try (var server = TestServer.start(Map.of())) {
            var demo = BrowserUser.demo(server);
            demo.post("/projects/" + server.projectId(0) + "/members", new JsonObject().put("email", "in@example.com"));
            var token = new JsonObject().put("token", new CaughtMessages(server).token("in@example.com", INVITED));

            var before = details(server, token);
            server.post("/auth/accept-invitation", "", token.copy().put("password", "a password"));

            assertThat(before.getMap())
                    .containsEntry("email", "in@example.com")
                    .containsEntry("project", "Demo example.test")
                    .containsEntry("role", "MEMBER")
                    .containsEntry("needsPassword", true);
            assertThat(details(server, token).getMap())
                    .containsEntry("email", null)
                    .containsEntry("project", null)
                    .containsEntry("needsPassword", false);
        }
    }

    /** Mail programs make links of texts that look like addresses: an invitation must not carry a stranger's. */
    @Test
    void theNameOfAProjectIsNoLinkInItsInvitation() {
        try (var server = TestServer.start(Map.of())) {
            var demo = BrowserUser.demo(server);
            var name = "Claim at https://evil.example/login or www.evil.example";
            var project = new JsonObject(demo.post("/users/@me/projects", new JsonObject().put("name", name))
                    .body());
            demo.post(
                    "/projects/" + project.getString("id") + "/members",
                    new JsonObject().put("email", "in@example.com"));
            var mails = new CaughtMessages(server);
            mails.token("in@example.com", INVITED);

            var mail = mails.to("in@example.com", INVITED).get(0);

            assertThat(mail.getString("html")).doesNotContain("https://evil", "evil.example", "www");
            assertThat(mail.getString("text")).doesNotContain("https://evil", "evil.example", "www");
            assertThat(mail.getString("text").replace("\u2060", "")).contains(name);
        }
    }

    private static JsonObject details(TestServer server, JsonObject token) {
        var answer = server.post("/auth/invitation-details", "", token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getJsonObject("data");
    }

    /** An account whose address is not verified, where that is required, is nobody's yet, and must not get into a project by its name. */
    @Test
    void anUnverifiedAccountHasToComeByTheLink() {
        try (var careful = TestServer.start(Map.of("GODWIT_ACCOUNTS_VERIFY", "true"))) {
            BrowserUser.signedUp(careful, "claimed@example.com");

            var answer = BrowserUser.demo(careful)
                    .post(
                            "/projects/" + careful.projectId(0) + "/members",
                            new JsonObject().put("email", "claimed@example.com"));

            assertThat(answer.body()).contains("\"status\":\"INVITED\"");
            assertThat(careful.database().count("SELECT count(*) FROM memberships WHERE role = 'MEMBER'"))
                    .isZero();
        }
    }

    /** Somebody else may have signed up with the address and know the password of that account. */
    @Test
    void whoComesByTheLinkToAnUnverifiedAccountTakesItOver() {
        try (var careful = TestServer.start(Map.of("GODWIT_ACCOUNTS_VERIFY", "true"))) {
            var hijacker = BrowserUser.signedUp(careful, "victim@example.com");
            BrowserUser.demo(careful)
                    .post(
                            "/projects/" + careful.projectId(0) + "/members",
                            new JsonObject().put("email", "victim@example.com"));
            var token = new CaughtMessages(careful).token("victim@example.com", INVITED);
            var body = new JsonObject().put("token", token);

            assertFailure(careful.post("/auth/accept-invitation", "", body), 422, "VALIDATION_ERROR");
            var joined = careful.post("/auth/accept-invitation", "", body.put("password", "the real owner"));

            assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
            assertThat(hijacker.get("/users/@me").statusCode()).isEqualTo(401);
            assertThat(hijacker.signIn().body()).contains("\"success\":false");
            assertThat(new BrowserUser(careful, "victim@example.com", "the real owner")
                            .signIn()
                            .body())
                    .contains("\"success\":true");
        }
    }
}
