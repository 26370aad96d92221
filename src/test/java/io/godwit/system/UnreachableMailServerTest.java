package io.godwit.system;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests what an operator sees while the mail server is away; the operator is one that the settings name. */
@GodwitServer({
    "GODWIT_MAIL_CATCHER_ENABLED=false",
    "GODWIT_MAIL_HOST=127.0.0.1",
    "GODWIT_MAIL_PORT=1",
    "GODWIT_MAIL_TIMEOUT=2s",
    "GODWIT_SYSTEM_OPERATORS=ops@example.com",
    "GODWIT_ACCOUNTS_VERIFY=false"
})
class UnreachableMailServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Pattern DEPTH = Pattern.compile("(?m)^godwit_sending_queue [1-9]");

    private static TestServer server;

    private static JsonObject json(String path) {
        return new JsonObject(server.get(path, "").body());
    }

    @Test
    void theMailWaitsAndIsCountedAndTheNodeStaysReadyAndSaysSo() {
        var operator = BrowserUser.signedUp(server, "ops@example.com");
        assertFailure(operator.get("/system"), 403, "FORBIDDEN");
        server.database().query("UPDATE users SET email_verified = true WHERE email = 'ops@example.com'");
        assertFailure(BrowserUser.demo(server).get("/system"), 403, "FORBIDDEN");

        var mail = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);

        await().atMost(TIMEOUT).until(() -> json("/health/ready")
                .getJsonObject("services")
                .getBoolean("mail")
                .equals(false));
        assertThat(server.get("/health/ready", "").statusCode()).isEqualTo(200);
        var system = await().atMost(TIMEOUT)
                .until(() -> new JsonObject(operator.get("/system").body()), found -> found.getJsonObject("transport")
                        .getString("status")
                        .equals("away"));
        assertThat(system.getJsonObject("transport")
                        .getJsonObject("lastFailure")
                        .getString("reply"))
                .contains("cannot be reached");
        var emails = system.getJsonArray("queues").getJsonObject(0);
        assertThat(emails.getLong("due") + emails.getLong("inProgress") + emails.getLong("deferred"))
                .isPositive();
        await().atMost(TIMEOUT)
                .until(() -> DEPTH.matcher(server.get("/metrics", "").body()).find());
        var tried = new JsonObject(
                operator.post("/system/transport/test", new JsonObject()).body());
        assertThat(tried.getBoolean("ok")).isFalse();
        assertThat(tried.getString("problem")).isEqualTo("The mail server cannot be reached");
    }
}
