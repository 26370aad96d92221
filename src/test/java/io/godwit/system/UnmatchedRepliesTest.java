package io.godwit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.bounces.RefusalClassifier;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an operator sees of replies whose words no rule knows, and what a rule of the operator does to them. */
@Tag("server")
class UnmatchedRepliesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private TestServer server;

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        RefusalClassifier.extend("");
        vertx.close().await();
    }

    private void start(String rules) throws IOException {
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED",
                "false",
                "GODWIT_MAIL_HOST",
                "127.0.0.1",
                "GODWIT_MAIL_PORT",
                String.valueOf(sink.port()),
                "GODWIT_SENDING_REFUSALS_RECIPIENTS",
                "0",
                "GODWIT_SENDING_REFUSALS_RULES",
                Files.writeString(directory.resolve("rules.tsv"), rules).toString()));
    }

    @Test
    void repliesNoRuleKnowsAreCountedByKindWithoutAddressesAndOthersAreNot() throws IOException {
        start("");
        sink.ruleFor("ada", new SinkBehaviour.Reply("550 5.0.0 Frobnication of ada1@example.com gave 17 at bob7"));
        sink.ruleFor("eve", new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        send("ada", 3);
        send("eve", 1);

        var owner = BrowserUser.demo(server);
        var replies =
                await().atMost(TIMEOUT).until(() -> replies(owner), found -> !found.isEmpty() && count(found) == 3);

        assertThat(replies).hasSize(1);
        var reply = replies.getJsonObject(0);
        assertThat(reply.getInteger("code")).isEqualTo(550);
        assertThat(reply.getString("enhanced")).isEqualTo("5.0.0");
        assertThat(reply.getString("reply")).contains("Frobnication of @").doesNotContain("example.com");
        assertThat(reply.getString("firstAt")).isNotNull();
        assertThat(server.database().count("SELECT count(*) FROM suppressions WHERE email LIKE 'ada%'"))
                .isZero();
    }

    @Test
    void aRuleOfTheOperatorDecidesBeforeThoseOfTheJar() throws IOException {
        start("# Ours\nbefore\tDEAD\t550\tfrobnication gave\nbefore\tFULL\t*\tuser unknown\n");
        sink.ruleFor("ada", new SinkBehaviour.Reply("550 5.0.0 Frobnication gave 17"));
        sink.ruleFor("eve", new SinkBehaviour.Reply("550 5.1.1 User unknown"));
        send("ada", 1);
        send("eve", 1);

        await().atMost(TIMEOUT)
                .until(() -> server.database().count("SELECT count(DISTINCT email_id) FROM email_attempts") == 2);
        await().atMost(TIMEOUT)
                .until(() -> server.database().count("SELECT count(*) FROM emails WHERE status = 'BOUNCED'") == 1);

        assertThat(server.database().query("SELECT email FROM suppressions"))
                .extracting(row -> row.get("email"))
                .containsExactly("ada0@example.com");
    }

    @Test
    void aFileWithALineThatIsNoRuleIsRefusedAtTheStart() {
        assertThatThrownBy(() -> start("before\tNOBODY\t*\tgone\n"))
                .hasMessageContaining("GODWIT_SENDING_REFUSALS_RULES")
                .hasMessageContaining("No such class of refusals: before\tNOBODY");
    }

    private static long count(JsonArray replies) {
        return replies.getJsonObject(0).getLong("count");
    }

    private static JsonArray replies(BrowserUser owner) {
        return new JsonObject(owner.get("/system").body()).getJsonArray("unmatchedReplies");
    }

    private void send(String name, int emails) {
        var to = IntStream.range(0, emails)
                .mapToObj(number -> name + number + "@example.com")
                .toList();
        var mail = new JsonObject()
                .put("to", new JsonArray(to))
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);
    }
}
