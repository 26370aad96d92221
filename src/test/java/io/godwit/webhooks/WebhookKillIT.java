package io.godwit.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is killed after its calls were answered and before that is committed. */
class WebhookKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int CALLS = 5;

    @TempDir
    private Path pauses;

    @Test
    void whatWasAnsweredBeforeADeathIsDeliveredOnceMoreWithTheSameId() throws IOException {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var receiver = HttpReceiver.start();
                var server = JarServer.start(NodeSettings.all(NodeSettings.on(db.url(), sink), settings()))) {
            Files.writeString(pauses.resolve("webhook-after-answer"), "");
            var ids = enqueue(vertx, db, server.demo().getString("projectId"), receiver);
            await().atMost(TIMEOUT)
                    .until(() -> Files.exists(reached())
                            && Files.readAllLines(reached()).size() == CALLS);
            server.kill9();
            Files.delete(pauses.resolve("webhook-after-answer"));

            // The leases of the dead node end now, and not half a minute later.
            db.query("UPDATE webhook_calls SET due_at = now()");
            server.restart();
            await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM webhook_calls") == 0);

            assertThat(receiver.hits("/hook")).hasSize(2 * CALLS);
            assertThat(ids).allSatisfy(id -> assertThat(receiver.hits("/hook"))
                    .filteredOn(hit -> id.equals(hit.headers().get("webhook-id")))
                    .hasSize(2));
            assertThat(db.count("SELECT count(*) FROM webhook_attempts WHERE attempt = 2 AND status = 200"))
                    .isEqualTo(CALLS);
        } finally {
            vertx.close().await();
        }
    }

    private Path reached() {
        return pauses.resolve("webhook-after-answer-reached");
    }

    private Map<String, String> settings() {
        return Map.of(
                "GODWIT_WEBHOOKS_ALLOW",
                "127.0.0.0/8",
                "JAVA_TOOL_OPTIONS",
                GodwitJar.shortLived() + " -Dgodwit.failpoints=" + pauses);
    }

    /** As the engine would. */
    private static List<String> enqueue(Vertx vertx, TestDatabase db, String project, HttpReceiver receiver) {
        var settings = new WebhookSettings(
                List.of(),
                Set.of(),
                Duration.ofSeconds(10),
                Duration.ofDays(1),
                100,
                5,
                10,
                1,
                Duration.ofSeconds(1),
                Duration.ZERO);
        var calls = IntStream.range(0, CALLS)
                .mapToObj(ignored -> new NewCall(
                        new ProjectId(UUID.fromString(project)),
                        new WebhookCallId(Ids.next()),
                        new ExecutionId(Ids.next()),
                        1,
                        "POST",
                        receiver.url("/hook"),
                        Map.of(),
                        Optional.of("{}"),
                        Optional.empty()))
                .toList();
        new WebhookQueue(Bus.on(vertx), Crypto.of(key(1), key(2)), settings)
                .enqueue(db.database().workers(), calls)
                .await();
        return calls.stream().map(call -> call.id().toString()).toList();
    }

    private static byte[] key(int octet) {
        var key = new byte[Crypto.KEY_BYTES];
        Arrays.fill(key, (byte) octet);
        return key;
    }
}
