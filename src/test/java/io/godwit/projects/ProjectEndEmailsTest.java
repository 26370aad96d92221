package io.godwit.projects;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An administrator may empty and delete a project: its owner hears of it. */
@GodwitServer
class ProjectEndEmailsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static TestServer server;

    @Test
    void theOwnerAloneOrASecretKeyResetsAndDeletesTheProjectAndAllWhoLeadItAreTold() {
        var mails = new CaughtMessages(server);
        var owner = BrowserUser.signedUp(server, "owner@example.com");
        var admin = BrowserUser.signedUp(server, "admin@example.com");
        var made = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "A & B <shop>"))
                .body());
        var project = made.getString("id");
        var invitation = new JsonObject().put("email", admin.email()).put("role", "ADMIN");
        assertThat(owner.post("/projects/" + project + "/members", invitation).statusCode())
                .isEqualTo(200);
        admin.acceptInvitations();

        var path = "/users/@me/projects/" + project;
        assertFailure(admin.post(path + "/reset", new JsonObject()), 403, "FORBIDDEN");
        assertFailure(admin.call("DELETE", path, ""), 403, "FORBIDDEN");
        assertThat(server.post(path + "/reset", made.getString("secret"), "{}").statusCode())
                .isEqualTo(200);
        await().atMost(LONG).until(() -> owner.call("DELETE", path, "").statusCode() == 200);

        await().atMost(LONG)
                .until(() -> mails.to(admin.email(), "Your project was reset").size() == 1
                        && mails.to(admin.email(), "Your project was deleted").size() == 1
                        && mails.to(owner.email(), "Your project was reset").size() == 1);
        assertThat(mails.to(owner.email(), "Your project was reset").get(0).getString("html"))
                .contains("A secret key", "A &amp; B &lt;shop&gt;");
        assertThat(mails.to(admin.email(), "Your project was deleted").get(0).getString("html"))
                .contains(owner.email());
    }
}
