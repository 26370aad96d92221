package io.godwit.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.StripeDouble;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is killed after Stripe has taken the usage of its mail and before that is written down. */
class BillingKillIT {

    /** On a machine with dozens of busy processes a start alone takes a minute; none of these tests is about a time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final String PAUSE = "stripe-before-done";

    @TempDir
    private Path pauses;

    @Test
    void usageThatWasTakenBeforeADeathIsToldAgainAndCountedOnce() throws IOException {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var stripe = StripeDouble.start(vertx);
                var server = JarServer.start(
                        NodeSettings.all(NodeSettings.on(db.url(), sink), stripe.settings(), settings()))) {
            db.query("""
                    INSERT INTO billing_accounts (project_id, customer, subscription) VALUES (?::uuid, 'cus_1', 'sub_1')
                    """, server.demo().getString("projectId"));
            Files.writeString(pauses.resolve(PAUSE), "");
            assertThat(send(server, readers(5))).isEqualTo(200);
            await().atMost(TIMEOUT).until(() -> stripe.metered("cus_1") == 5);
            var told = stripe.requests();
            server.kill9();
            Files.delete(pauses.resolve(PAUSE));

            // The leases of the dead node end now, and not a minute later.
            db.query("UPDATE stripe_tasks SET lease_until = now()");
            server.restart();
            send(server, List.of("last@example.com"));
            await().atMost(TIMEOUT)
                    .until(() -> stripe.metered("cus_1") >= 6
                            && db.count("SELECT count(*) FROM stripe_tasks") == 0
                            && db.count("SELECT count(*) FROM billing_deltas") == 0);

            assertThat(stripe.metered("cus_1")).isEqualTo(6);
            assertThat(stripe.requests()).isGreaterThan(told + 1);
        } finally {
            vertx.close().await();
        }
    }

    /** To be sent with one call, so that their usage is one row: a second one would wait behind the worker that is held. */
    private static List<String> readers(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "reader" + number + "@example.com")
                .toList();
    }

    private static int send(JarServer server, List<String> to) {
        var demo = server.demo();
        var mail = new JsonObject()
                .put("to", new JsonArray(to))
                .put("from", "hello@" + demo.getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        return server.api().post("/v1/send", demo.getString("secretKey"), mail).status();
    }

    private Map<String, String> settings() {
        return Map.of("JAVA_TOOL_OPTIONS", GodwitJar.shortLived() + " -Dgodwit.failpoints=" + pauses);
    }
}
