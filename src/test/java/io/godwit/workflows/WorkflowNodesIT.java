package io.godwit.workflows;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WaitingContacts;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes that share executions and hear nothing of each other: each is killed, or sleeps longer than its leases. */
class WorkflowNodesIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int EXECUTIONS = 1_500;

    private static final Vertx VERTX = Vertx.vertx();
    private static TestDatabase db;
    private static SmtpSink sink;
    private static JarServer first;
    private static JarServer second;

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
        sink = SmtpSink.start(VERTX);
        first = node();
        second = node();
    }

    private static JarServer node() {
        return JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                Map.of(
                        "GODWIT_WORKFLOWS_LEASE", "2s",
                        "GODWIT_WORKFLOWS_BATCH", "100",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived())));
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
        sink.close();
        db.close();
        VERTX.close().await();
    }

    @Test
    void aNodeThatIsKilledAmidDueTimersLosesAndRepeatsNothing() {
        var crowd = WaitingContacts.resting(first, DatabaseRows.of(db), "killed", EXECUTIONS, "interval '0 s'");

        crowd.awaitMore(100, TIMEOUT);
        first.kill9();
        crowd.awaitDone(TIMEOUT);
        first.restart();

        crowd.assertEachWentOnce();
    }

    @Test
    void aNodeThatSleptPastItsLeasesWritesNothingAnybodyElseHasWritten() throws Exception {
        var crowd = WaitingContacts.resting(first, DatabaseRows.of(db), "slept", EXECUTIONS, "interval '0 s'");

        for (var nap = 0; nap < 3; nap++) {
            signal(second, "STOP");
            TimeUnit.MILLISECONDS.sleep(3_000);
            signal(second, "CONT");
            TimeUnit.MILLISECONDS.sleep(150);
        }
        crowd.awaitDone(TIMEOUT);

        crowd.assertEachWentOnce();
    }

    private static void signal(JarServer node, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(node.pid()))
                .start()
                .waitFor();
    }

    @Test
    void anEventAndATimeOutAtTheSameMomentTakeOneWay() throws InterruptedException {
        var wait = config("eventName", "photo finish", "timeout", 1);
        var flow = TestWorkflow.on("race")
                .then("wait", "WAIT_FOR_EVENT", wait)
                .step("event", "EXIT", config("reason", "EVENT"))
                .step("timeout", "EXIT", config("reason", "TIMEOUT"))
                .outcome("wait", "EVENT", "event")
                .outcome("wait", "TIMEOUT", "timeout")
                .publish(db, first.demo().getString("projectId"));
        var spread = "interval '6 s' + (row_number() OVER () % 1500) * interval '6 ms'";
        var crowd = new WaitingContacts(DatabaseRows.of(db), flow, EXECUTIONS);
        crowd.rest(first.demo().getString("projectId"), "racer", "wait", spread, "'photo finish'", "due");
        var start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(db.count("""
                        SELECT (1000 * extract(epoch FROM min(due_at) - clock_timestamp()))::bigint FROM execution_timers
                         WHERE workflow_id = ?::uuid
                        """, flow.id()));
        var callers = Executors.newFixedThreadPool(16);

        for (var number = 1; number <= EXECUTIONS; number++) {
            var racer = number;
            callers.execute(() -> track(racer, start + TimeUnit.MILLISECONDS.toNanos(racer * 6L - 500L * (racer % 8))));
        }
        callers.shutdown();
        assertThat(callers.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        crowd.awaitDone(TIMEOUT);

        assertThat(db.count(
                        "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = 'EXITED'", flow.id()))
                .isEqualTo(EXECUTIONS);
        assertThat(db.count("""
                        SELECT count(*) FROM executions e
                          JOIN execution_visits v ON v.execution_id = e.id AND v.visit = 2
                          JOIN events ON events.contact_id = e.contact_id AND events.name = 'photo finish'
                         WHERE e.workflow_id = ?::uuid AND e.exit_reason = v.branch AND e.visits = 3
                           AND (v.branch = 'EVENT') = (v.resume_event_id IS NOT NULL)
                        """, flow.id())).isEqualTo(EXECUTIONS);
        assertThat(db.count(
                        "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND exit_reason = 'EVENT'",
                        flow.id()))
                .isBetween(1L, EXECUTIONS - 1L);
    }

    private static void track(int racer, long at) {
        var pause = at - System.nanoTime();
        if (pause > 0) {
            java.util.concurrent.locks.LockSupport.parkNanos(pause);
        }
        var node = racer % 2 == 0 ? first : second;
        var answer = node.api()
                .post(
                        "/v1/track",
                        first.demo().getString("secretKey"),
                        config("event", "photo finish", "email", "racer" + racer + "@example.com"));
        assertThat(answer.status()).isEqualTo(200);
    }
}
