package io.godwit;

import static io.godwit.FlowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.JarServer;
import io.godwit.kit.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
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

    private static final Duration PATIENCE = Duration.ofSeconds(60);
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
                        "JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")));
    }

    @AfterAll
    static void stop() {
        first.close();
        second.close();
        sink.close();
        db.close();
        VERTX.close().await();
    }

    /** A way with a rest, an update and a mail, and that many contacts who rest. */
    private static Flow resting(String name, String dueIn) {
        var template = first.api()
                .post(
                        "/templates",
                        first.demo().getString("secretKey"),
                        config(
                                "name",
                                name,
                                "subject",
                                name,
                                "body",
                                "<p>x</p>",
                                "from",
                                "team@" + first.demo().getString("domain"),
                                "type",
                                "TRANSACTIONAL"))
                .body()
                .getString("id");
        var flow = Flow.on(name)
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("update", "UPDATE_CONTACT", config("updates", new JsonObject().put("done", "{{id}}")))
                .then("mail", "SEND_EMAIL", config("templateId", template))
                .publish(db, first.demo().getString("projectId"));
        rest(flow, name, "rest", dueIn, "NULL", "NULL");
        return flow;
    }

    private static void rest(Flow flow, String name, String step, String dueIn, String awaits, String until) {
        db.query(
                """
                WITH made AS (
                    INSERT INTO contacts (project_id, id, email, subscribed, data)
                    SELECT ?::uuid, uuid_v7(), '%1$s' || n || '@example.com', true, '{}' FROM generate_series(1, %2$d) n
                    RETURNING project_id, id),
                started AS (
                    INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id, visits)
                    SELECT project_id, uuid_v7(), ?::uuid, 1, id, 'WAITING', ?::uuid, 2 FROM made
                    RETURNING project_id, id, workflow_id, contact_id, current_step_id),
                visited AS (
                    INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, output)
                    SELECT project_id, id, 2, current_step_id, 'WAITING', '{}' FROM started)
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at, awaits, awaits_since,
                                              awaits_until)
                SELECT project_id, id, workflow_id, contact_id, due, %4$s, now(), %5$s
                  FROM (SELECT *, now() + %3$s AS due FROM started OFFSET 0) s
                """.formatted(name, EXECUTIONS, dueIn, awaits, until),
                first.demo().getString("projectId"),
                flow.id(),
                flow.stepId(step));
    }

    private static void awaitDone(Flow flow) {
        await().atMost(PATIENCE)
                .until(() ->
                        db.count("SELECT count(*) FROM execution_timers WHERE workflow_id = ?::uuid", flow.id()) == 0);
    }

    private static void assertEachWentOnceAndNoneEarly(Flow flow) {
        assertThat(db.count(
                        "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = 'COMPLETED'",
                        flow.id()))
                .isEqualTo(EXECUTIONS);
        assertThat(db.count("""
                        SELECT count(*) FROM emails JOIN executions e ON e.id = execution_id WHERE workflow_id = ?::uuid
                        """, flow.id())).isEqualTo(EXECUTIONS);
        assertThat(db.count("""
                        SELECT count(DISTINCT execution_id) FROM emails JOIN executions e ON e.id = execution_id
                         WHERE workflow_id = ?::uuid
                        """, flow.id())).isEqualTo(EXECUTIONS);
        assertThat(db.count("""
                        SELECT count(*) FROM execution_visits v JOIN executions e ON e.id = v.execution_id
                         WHERE workflow_id = ?::uuid AND v.status = 'COMPLETED'
                        """, flow.id())).isEqualTo(3L * EXECUTIONS);
        assertThat(db.count("""
                        SELECT count(*) FROM contacts c JOIN executions e ON e.contact_id = c.id
                         WHERE workflow_id = ?::uuid AND c.data ->> 'done' = c.id::text
                        """, flow.id())).isEqualTo(EXECUTIONS);
    }

    @Test
    void aNodeThatIsKilledAmidDueTimersLosesAndRepeatsNothing() {
        var flow = resting("killed", "interval '0 s'");

        await().pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> db.count(
                                "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = 'COMPLETED'",
                                flow.id())
                        > 100);
        first.kill9();
        awaitDone(flow);
        first.restart();

        assertEachWentOnceAndNoneEarly(flow);
    }

    @Test
    void aNodeThatSleptPastItsLeasesWritesNothingAnybodyElseHasWritten() throws Exception {
        var flow = resting("slept", "interval '0 s'");

        for (var nap = 0; nap < 3; nap++) {
            signal(second, "STOP");
            TimeUnit.MILLISECONDS.sleep(3_000);
            signal(second, "CONT");
            TimeUnit.MILLISECONDS.sleep(150);
        }
        awaitDone(flow);

        assertEachWentOnceAndNoneEarly(flow);
    }

    private static void signal(JarServer node, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(node.pid()))
                .start()
                .waitFor();
    }

    @Test
    void anEventAndATimeOutAtTheSameMomentTakeOneWay() throws InterruptedException {
        var wait = config("eventName", "photo finish", "timeout", 1);
        var flow = Flow.on("race")
                .then("wait", "WAIT_FOR_EVENT", wait)
                .step("event", "EXIT", config("reason", "EVENT"))
                .step("timeout", "EXIT", config("reason", "TIMEOUT"))
                .outcome("wait", "EVENT", "event")
                .outcome("wait", "TIMEOUT", "timeout")
                .publish(db, first.demo().getString("projectId"));
        var spread = "interval '6 s' + (row_number() OVER () % 1500) * interval '6 ms'";
        rest(flow, "racer", "wait", spread, "'photo finish'", "due");
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
        assertThat(callers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        awaitDone(flow);

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
