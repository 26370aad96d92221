package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.EventStream;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A reset takes all content, so that a project begins anew, and leaves its settings. */
@GodwitServer
class ProjectResetTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static BrowserUser owner;

    @BeforeAll
    static void start() {
        owner = BrowserUser.signedUp(server, "resetter@example.com");
    }

    @Test
    void aFieldGetsItsTypeFromItsFirstValueAfterAReset() {
        var project = project();
        var key = project.getString("secret");
        var contact = "{\"email\":\"typed@example.com\",\"data\":{\"score\":%s}}";
        server.call("POST", "/contacts", key, contact.formatted("5"));
        server.call("POST", "/contacts", key, contact.formatted("6"));

        reset(project);
        server.call("POST", "/contacts", key, contact.formatted("true"));

        assertThat(server.get("/contacts/fields", key).body())
                .contains("{\"field\":\"data.score\",\"type\":\"boolean\"");
    }

    /** Pages of the project that are open show its end. */
    @Test
    void theEndOfAResetIsHeardOf() {
        var project = project();
        var url = server.baseUrl() + "/projects/" + project.getString("id") + "/stream?topics=project,contact";
        try (var stream = EventStream.open(url, "Authorization", "Bearer " + project.getString("secret"))) {
            reset(project);

            stream.next(event -> event.isChangeOf("contact"));
            stream.next(event -> event.isChangeOf("project"));
        }
    }

    /** The way of its mail is an operator's choice, and the keys stand in the owner's DNS. */
    @Test
    void aResetKeepsTheWayOfItsMailAndTheKeysOfItsDomains() {
        var project = project();
        var id = project.getString("id");
        server.database().query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key)
                SELECT ?::uuid, gen_random_uuid(), 'reset.example.com', selector, private_key, public_key FROM domains LIMIT 1
                """, id);
        server.database().query("""
                INSERT INTO domain_ed25519_keys (project_id, domain, selector, private_key, public_key)
                VALUES (?::uuid, 'reset.example.com', 'e', '', decode(repeat('00', 44), 'hex'))
                """, id);
        server.database().query("INSERT INTO delivery_choices (project_id, pool) VALUES (?::uuid, 'slow')", id);

        reset(project);

        for (var table : new String[] {"domains", "domain_ed25519_keys", "delivery_choices"}) {
            assertThat(server.database().count("SELECT count(*) FROM " + table + " WHERE project_id = ?::uuid", id))
                    .as(table)
                    .isEqualTo(1);
        }
    }

    @Test
    void aProjectWhoseRowsCannotBeDeletedHoldsUpNoOther() {
        var stuck = project();
        var project = project();
        server.database().query("CREATE TABLE kept (project uuid REFERENCES projects)");
        try {
            server.database().query("INSERT INTO kept VALUES (?::uuid)", stuck.getString("id"));
            owner.call("DELETE", "/users/@me/projects/" + stuck.getString("id"), "");

            owner.post("/users/@me/projects/" + project.getString("id") + "/reset", new JsonObject());

            await().atMost(TIMEOUT)
                    .until(() -> server.database()
                                    .count(
                                            "SELECT count(*) FROM projects WHERE id = ?::uuid AND wiping IS NULL",
                                            project.getString("id"))
                            == 1);
        } finally {
            server.database().query("DROP TABLE kept");
        }
    }

    private static JsonObject project() {
        return new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Shop"))
                .body());
    }

    private static void reset(JsonObject project) {
        var answer = owner.post("/users/@me/projects/" + project.getString("id") + "/reset", new JsonObject());
        assertThat(answer.body()).contains("The project is reset");
    }
}
