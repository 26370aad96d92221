package io.godwit.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Events about security are written with fixed keys and counted; a proxy nobody declared is told to the operator. */
class SecurityLogTest {

    private static TestServer server;
    private static final ListAppender<ILoggingEvent> LINES = new ListAppender<>();

    @BeforeAll
    static void start() {
        server = TestServer.start();
        LINES.start();
        logger().addAppender(LINES);
    }

    @AfterAll
    static void stop() {
        logger().detachAppender(LINES);
        server.close();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("security");
    }

    @Test
    void signInsRefusalsAndChangesAreWrittenAndCounted() {
        var person = BrowserUser.signedUp(server, "logged@example.com");
        var id = person.id();
        person.signIn("a wrong password");
        person.signIn();
        server.get("/contacts", "sk_" + "0".repeat(64));
        person.post("/users/@me/projects", new JsonObject().put("name", "Shop"));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(keys())
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "sign_in")
                        .containsEntry("outcome", "success")
                        .containsEntry("user", id)
                        .containsKeys("client", "request"))
                .anySatisfy(keys ->
                        assertThat(keys).containsEntry("event", "sign_in").containsEntry("outcome", "refused"))
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "access")
                        .containsEntry("outcome", "refused")
                        .containsEntry("code", "INVALID_API_KEY"))
                .anySatisfy(keys -> assertThat(keys)
                        .containsEntry("event", "project_change")
                        .containsEntry("action", "project.created")
                        .containsEntry("user", id)));
        assertThat(keys().toString()).doesNotContain("logged@example.com").doesNotContain("a wrong password");
        assertThat(server.get("/metrics", "").body())
                .contains("godwit_security_events_total{event=\"sign_in\",outcome=\"refused\"}");
    }

    @Test
    void aProxyNobodyDeclaredIsToldToTheOperator() {
        assertThat(health().containsKey("warnings")).isFalse();

        server.call("GET", "/health/live", "", "", "X-Forwarded-For", "192.0.2.1");
        server.call("POST", "/auth/login", "", "{}", "X-Forwarded-For", "192.0.2.1");

        assertThat(health().getJsonArray("warnings").getString(0)).contains("GODWIT_HTTP_TRUSTED_PROXIES");
    }

    @Test
    void aDeclaredProxyIsNothingToTell() {
        try (var behind = TestServer.start(Map.of("GODWIT_HTTP_TRUSTED_PROXIES", "127.0.0.1"))) {
            behind.call("POST", "/auth/login", "", "{}", "X-Forwarded-For", "192.0.2.1");

            assertThat(new JsonObject(behind.get("/health", "").body()).containsKey("warnings"))
                    .isFalse();
        }
    }

    private static JsonObject health() {
        return new JsonObject(server.get("/health", "").body());
    }

    private static List<Map<String, String>> keys() {
        return List.copyOf(LINES.list).stream()
                .map(line -> line.getKeyValuePairs().stream()
                        .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value))))
                .toList();
    }
}
