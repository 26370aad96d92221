package io.godwit.workflows.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.CrashCount;
import io.godwit.db.TestDatabase;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.WaitingContacts;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar is killed again and again while it carries on executions, some together and then one alone. */
class ExecutionKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String POINT = "workflow-before-commit";

    /** So many leave an execution in quarantine; the first claim after the last of them is of the execution alone. */
    private static final int DEATHS_TOGETHER = CrashCount.MAX_CRASHES + 1;

    @TempDir
    private Path points;

    @Test
    void onlyDeathsWithAnExecutionAloneCondemnIt() throws IOException {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var node = JarServer.start(NodeSettings.all(NodeSettings.on(db.url(), sink), settings()))) {
            Files.writeString(points.resolve(POINT), "");
            var two = WaitingContacts.resting(node, DatabaseRows.of(db), "suspect", 2, "interval '0 s'");
            for (var death = 1; death < DEATHS_TOGETHER; death++) {
                killAtThePoint(node);
                node.restart();
            }
            killAtThePoint(node);
            db.query("UPDATE execution_timers SET due_at = now() + interval '1 day' WHERE contact_id = "
                    + "(SELECT id FROM contacts WHERE email = 'suspect1@example.com')");
            Files.delete(points.resolve(POINT));
            node.restart();
            await().atMost(TIMEOUT).until(() -> two.with("COMPLETED") == 1);
            // A node killed between the acceptance of an email and its record costs a second copy, which is not what
            // this test is about.
            await().atMost(TIMEOUT)
                    .until(() ->
                            db.query("SELECT FROM emails WHERE status = 'SENT'").size() == 1);

            Files.writeString(points.resolve(POINT), "");
            db.query("UPDATE execution_timers SET due_at = now()");
            for (var death = 1; death <= CrashCount.MAX_CRASHES; death++) {
                killAtThePoint(node);
                node.restart();
                awaitPause(db, death);
                assertThat(two.with("FAILED")).isZero();
                db.query("UPDATE execution_timers SET due_at = now()");
            }
            await().atMost(TIMEOUT).until(() -> two.with("FAILED") == 1);

            assertThat(two.with("COMPLETED")).isOne();
            assertThat(db.value("SELECT error FROM executions WHERE status = 'FAILED'"))
                    .asString()
                    .contains("stopped " + CrashCount.MAX_CRASHES + " times");
            assertThat(sink.messages())
                    .extracting(message -> message.recipient())
                    .containsExactly("suspect2@example.com");
        } finally {
            vertx.close().await();
        }
    }

    /** Waits until the crash is counted and the execution left for some minutes. */
    private static void awaitPause(TestDatabase db, int aloneCrashes) {
        await().atMost(TIMEOUT)
                .until(() -> db.count(
                                "SELECT count(*) FROM execution_timers WHERE alone_lost_leases = ? AND lease_until IS NULL"
                                        + " AND due_at > now() + interval '30 s'",
                                aloneCrashes)
                        == 1);
    }

    private void killAtThePoint(JarServer node) throws IOException {
        var reached = points.resolve(POINT + "-reached");
        await().atMost(TIMEOUT).until(() -> Files.exists(reached));
        node.kill9();
        Files.delete(reached);
    }

    private Map<String, String> settings() {
        return Map.of(
                "GODWIT_WORKFLOWS_LEASE",
                "1s",
                "JAVA_TOOL_OPTIONS",
                GodwitJar.shortLived() + " -Dgodwit.failpoints=" + points);
    }
}
