package io.godwit.workflows;

import static io.godwit.kit.workflows.WorkflowServer.TIMEOUT;
import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Events, time-outs and turns that meet at one moment, held there by locks; a
 * database that goes away amid a turn, and executions that bring down whoever carries them on.
 */
@CloseFields
class WorkflowFaultTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    private static TestWorkflow waiting(String event, double timeout) {
        return server.publish(TestWorkflow.on(event)
                .then("wait", "WAIT_FOR_EVENT", config("eventName", event + " reply", "timeout", timeout))
                .step("event", "EXIT", config("reason", "event"))
                .step("timeout", "EXIT", config("reason", "timeout"))
                .outcome("wait", "EVENT", "event")
                .outcome("wait", "TIMEOUT", "timeout"));
    }

    /** Goes on only when the wait is written down and has been looked at. */
    private static void awaitWaiting(TestWorkflow flow) {
        await().atMost(TIMEOUT).until(() -> server.count("""
                        SELECT count(*) FROM execution_timers
                         WHERE workflow_id = ?::uuid AND wait_event IS NOT NULL AND due_at > now() AND lease_until IS NULL
                        """, flow.id()) == 1);
    }

    private static void awaitTimeOut(TestWorkflow flow) {
        await().atMost(TIMEOUT)
                .until(() -> server.count(
                                "SELECT count(*) FROM execution_timers WHERE workflow_id = ?::uuid AND wait_until < now()",
                                flow.id())
                        == 1);
    }

    /** Statements of the node that wait for somebody's lock. */
    private static void awaitBlocked(int statements) {
        await().atMost(TIMEOUT).until(() -> server.count("""
                        SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND application_name = 'godwit' AND wait_event_type = 'Lock'
                        """) >= statements);
    }

    /** A session apart, whose locks hold until it ends. */
    private static Connection session(String sql, Object... parameters) throws SQLException {
        var session = server.node().database().connect();
        session.setAutoCommit(false);
        run(session, sql, parameters);
        return session;
    }

    private static void run(Connection session, String sql, Object... parameters) throws SQLException {
        try (var statement = session.prepareStatement(sql)) {
            for (var at = 0; at < parameters.length; at++) {
                statement.setObject(at + 1, parameters[at]);
            }
            statement.execute();
        }
    }

    /** Turns cannot write. */
    private static Connection lockingTimers() throws SQLException {
        return session("LOCK TABLE execution_visits IN SHARE ROW EXCLUSIVE MODE");
    }

    private static void assertLeftOnceBy(TestWorkflow flow, String reason) {
        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.rows("SELECT exit_reason, visits FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .singleElement()
                .satisfies(execution -> assertThat(execution)
                        .containsEntry("exit_reason", reason)
                        .containsEntry("visits", 3));
        assertThat(server.path(flow))
                .containsExactly("start COMPLETED", "wait COMPLETED " + reason.toUpperCase(), reason + " COMPLETED");
        await().atMost(TIMEOUT).until(() -> server.count("SELECT count(*) FROM execution_pending_events") == 0);
        assertThat(server.timers(flow)).isZero();
    }

    @Test
    void anEventThatHasArrivedBeforeItsWaitIsCommittedEndsIt() throws SQLException {
        var flow = waiting("early", 60);

        try (var lock = lockingTimers()) {
            server.track("early", "ann@example.com");
            awaitBlocked(1);
            for (var number = 1; number <= 3; number++) {
                server.track("early reply", "ann@example.com", config("n", number));
            }
            await().atMost(TIMEOUT).until(() -> server.count("SELECT count(*) FROM execution_pending_events") == 0);
            lock.rollback();
        }

        assertLeftOnceBy(flow, "event");
        assertThat(server.output(flow, "wait").getJsonObject("eventData")).isEqualTo(new JsonObject().put("n", 1));
    }

    private static void passTimeOut(TestWorkflow flow) {
        server.rows(
                "UPDATE execution_timers SET due_at = now(), wait_until = now() WHERE workflow_id = ?::uuid",
                flow.id());
    }

    /** The event is older than the time-out, but its transaction ends when the time-out has been decided and not yet written. */
    @Test
    void anEventThatArrivesWhileItsTimeOutIsBeingWrittenComesTooLate() throws SQLException {
        var flow = waiting("late", 60);
        server.track("late", "bob@example.com");
        awaitWaiting(flow);

        try (var slow = session(EVENT, "late reply", server.project(), server.contact("bob@example.com"))) {
            try (var lock = lockingTimers()) {
                passTimeOut(flow);
                awaitBlocked(1);
                slow.commit();
                awaitBlocked(2);
                lock.rollback();
            }
        }

        assertLeftOnceBy(flow, "timeout");
    }

    /** As ingestion writes it. */
    private static final String EVENT = """
            WITH told AS (
                INSERT INTO events (project_id, id, contact_id, name, created_at)
                SELECT p, uuid_v7(), c, name, now() FROM (SELECT ?::text AS name, ?::uuid AS p, ?::uuid AS c) e
                RETURNING *)
            INSERT INTO execution_pending_events (project_id, event_id, contact_id, name, created_at)
            SELECT project_id, id, contact_id, name, created_at FROM told
            """;

    @Test
    void anEventThatIsEndingAWaitWhenItsTimeOutPassesEndsIt() throws SQLException {
        var flow = waiting("narrow", 4);
        server.track("narrow", "cid@example.com");
        awaitWaiting(flow);

        try (var row = session("SELECT FROM execution_timers WHERE workflow_id = ?::uuid FOR UPDATE", flow.id())) {
            server.track("narrow reply", "cid@example.com");
            server.track("narrow reply", "cid@example.com");
            awaitBlocked(1);
            awaitTimeOut(flow);
            row.rollback();
        }

        assertLeftOnceBy(flow, "event");
    }

    /** Its lease lasts 30 s, and nobody else could know that it is given up. */
    @Test
    void aBatchThatLostItsDatabaseIsRepeatedAsSoonAsThatIsBack() throws SQLException {
        var db = server.node().database();
        var flow = server.publish(
                TestWorkflow.on("cut").then("update", "UPDATE_CONTACT", config("updates", config("met", "{{id}}"))));
        var own = db.value("SELECT pg_backend_pid()");
        var lost = metric("godwit_workflows_leases_lost_total");
        try (var lock = lockingTimers()) {
            server.track("cut", "dan@example.com");
            awaitBlocked(1);

            db.administer("ALTER DATABASE " + db.name() + " ALLOW_CONNECTIONS false");
            run(lock, """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid NOT IN (pg_backend_pid(), ?)
                    """, own);
            await().atMost(TIMEOUT)
                    .until(() -> server.node().get("/health/ready", "").statusCode() == 503);
            db.administer("ALTER DATABASE " + db.name() + " ALLOW_CONNECTIONS true");
            lock.rollback();
        }

        server.awaitStatus(flow, "COMPLETED", 1);
        assertThat(metric("godwit_workflows_leases_lost_total")).isEqualTo(lost);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "update COMPLETED");
    }

    /** PostgreSQL takes the text in a graph and in no column. */
    @Test
    void whatCannotBeWrittenDownFailsItsExecutionsAloneThoughManyGoOnTogether() {
        var bad = server.publish(TestWorkflow.on("refused").then("end", "EXIT", config("reason", "a\u0000b")));
        var sound = server.publish(TestWorkflow.on("refused").then("end", "EXIT", config("reason", "fine")));
        var before = metric("godwit_workflows_failed_internal_total");

        IntStream.range(0, 15).parallel().forEach(number -> server.track("refused", "many" + number + "@example.com"));

        server.awaitStatus(bad, "FAILED", 15);
        server.awaitStatus(sound, "EXITED", 15);
        assertThat(server.timers(bad) + server.timers(sound)).isZero();
        assertThat(metric("godwit_workflows_failed_internal_total") - before).isEqualTo(15);
    }

    @Test
    void anExecutionThatStopsItsNodeAgainAndAgainIsDeadAndNoOther() {
        var flow = server.publish(TestWorkflow.on("deadly")
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("update", "UPDATE_CONTACT", config("updates", config("met", "{{id}}"))));
        for (var number = 0; number < 8; number++) {
            server.track("deadly", "victim" + number + "@example.com");
        }
        server.awaitStatus(flow, "WAITING", 8);
        var lost = metric("godwit_workflows_leases_lost_total");

        // As nodes leave them that died with them so often, victim7 with none: only victim6 was alone with them, each
        // time.
        server.rows("""
                UPDATE execution_timers t
                   SET due_at = now() - interval '1 min', lost_leases = n % 7 * 10, alone = n = 6,
                       alone_lost_leases = CASE WHEN n = 6 THEN 2 WHEN n = 5 THEN 1 ELSE 0 END,
                       lease_until = CASE WHEN n < 7 THEN now() - interval '1 h' END
                  FROM (SELECT id, right(split_part(email, '@', 1), 1)::integer AS n FROM contacts WHERE email LIKE 'victim%') c
                 WHERE t.contact_id = c.id AND t.workflow_id = ?::uuid
                """, flow.id());

        server.awaitStatus(flow, "COMPLETED", 7);
        awaitPause(flow, 3);
        server.rows("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", flow.id());
        server.awaitStatus(flow, "FAILED", 1);
        assertThat(server.rows("""
                        SELECT email, error FROM executions JOIN contacts c ON c.id = contact_id
                         WHERE workflow_id = ?::uuid AND status = 'FAILED'
                        """, flow.id())).singleElement().satisfies(dead -> {
            assertThat(dead).containsEntry("email", "victim6@example.com");
            assertThat(dead.get("error")).asString().contains("stopped 3 times");
        });
        assertThat(server.timers(flow)).isZero();
        assertThat(metric("godwit_workflows_dead_total")).isOne();
        assertThat(metric("godwit_workflows_leases_lost_total") - lost).isEqualTo(7);
        assertThat(server.node()
                        .post("/dead-letters/retry", server.node().secretKey(0), "{\"kind\": \"EXECUTION\"}")
                        .body())
                .contains("\"retried\":1");
        server.awaitStatus(flow, "COMPLETED", 8);
        assertThat(metric("godwit_workflows_batch_seconds_count")).isPositive();
        assertThat(metric("godwit_workflows_ended_total{status=\"FAILED\"}")).isPositive();
        assertThat(metric("godwit_workflows_queue")).isNotNegative();
        assertThat(metric("godwit_workflows_queue_age_seconds")).isNotNegative();
        assertThat(metric("godwit_workflows_fenced_total")).isNotNegative();
        assertThat(metric("godwit_workflows_failed_internal_total")).isNotNegative();
    }

    /** Its node may die for reasons of its own: what it was alone with gets a minute more each time. */
    @Test
    void aSuspectThatDiedAloneRests() {
        var flow = server.publish(TestWorkflow.on("resting")
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("end", "EXIT", config("reason", "fine")));
        server.track("resting", "resting@example.com");
        server.track("resting", "sound@example.com");
        server.awaitStatus(flow, "WAITING", 2);
        server.rows("""
                UPDATE execution_timers t
                   SET due_at = now() - interval '1 min', lost_leases = CASE WHEN email LIKE 'resting%' THEN 4 ELSE 0 END,
                       alone = email LIKE 'resting%',
                       lease_until = now() - interval '10 s'
                  FROM contacts c
                 WHERE t.contact_id = c.id AND t.workflow_id = ?::uuid
                """, flow.id());

        server.awaitStatus(flow, "EXITED", 1);

        awaitPause(flow, 1);
    }

    /** Of three leases of it that ended on a node that was alone with it, one ended because the node stood still. */
    @Test
    void anExecutionAtItsThirdCrashIsLeftForTheNodeThatMayComeBack() {
        var flow = server.publish(TestWorkflow.on("standing")
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("end", "EXIT", config("reason", "fine")));
        server.track("standing", "standing@example.com");
        server.awaitStatus(flow, "WAITING", 1);
        server.rows("""
                UPDATE execution_timers
                   SET due_at = now() - interval '1 min', lost_leases = 5, alone = true, alone_lost_leases = 2,
                       alone_lost_fences = '{-2, -1}', lease_until = now() - interval '1 h'
                 WHERE workflow_id = ?::uuid
                """, flow.id());
        awaitPause(flow, 3);

        server.rows("""
                UPDATE execution_timers SET alone_lost_leases = 2, alone_lost_fences = '{-2, -1}', due_at = now()
                 WHERE workflow_id = ?::uuid
                """, flow.id());

        server.awaitStatus(flow, "EXITED", 1);
    }

    /** Waits until a node has counted a crash and left the execution for as many minutes as it has such crashes. */
    private static void awaitPause(TestWorkflow flow, int aloneCrashes) {
        await().atMost(TIMEOUT)
                .until(() -> server.count("""
                        SELECT count(*) FROM execution_timers
                         WHERE workflow_id = ?::uuid AND alone_lost_leases = ? AND lease_until IS NULL
                           AND due_at BETWEEN now() + make_interval(secs => ? * 60 - 20) AND now() + make_interval(secs => ? * 60)
                        """, flow.id(), aloneCrashes, aloneCrashes, aloneCrashes) == 1);
    }

    /**
     * Those that were claimed before it failed were held, and their leases renewed, and nobody carried them on. One after the
     * other, since of two engines only one meets the suspect at a time.
     */
    @Test
    void aClaimOfQuarantinedExecutionsThatFailsHoldsNobodyElseUp() {
        var sound = 8;
        var flow = server.publish(TestWorkflow.on("suspect")
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("end", "EXIT", config("reason", "fine")));
        for (var number = 0; number <= sound; number++) {
            server.track("suspect", "suspect" + number + "@example.com");
        }
        server.awaitStatus(flow, "WAITING", sound + 1);
        server.rows("""
                CREATE FUNCTION unclaimable() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'not this one';
                END $$
                """);
        server.rows("""
                CREATE TRIGGER unclaimable BEFORE UPDATE ON execution_timers FOR EACH ROW
                WHEN (old.lost_leases >= 3 AND old.lease_until IS NULL AND new.lease_until IS NOT NULL)
                EXECUTE FUNCTION unclaimable()
                """);
        makeDue(flow, "suspect0@example.com", 3);

        for (var number = 1; number <= sound; number++) {
            makeDue(flow, "suspect" + number + "@example.com", 0);
            server.awaitStatus(flow, "EXITED", number);
        }
        server.rows("DROP FUNCTION unclaimable CASCADE");

        server.awaitStatus(flow, "EXITED", sound + 1);
    }

    private static void makeDue(TestWorkflow flow, String email, int crashes) {
        server.rows("""
                UPDATE execution_timers t
                   SET due_at = now() - interval '1 min', lost_leases = ?
                  FROM contacts c
                 WHERE t.contact_id = c.id AND t.workflow_id = ?::uuid AND c.email = ?
                """, crashes, flow.id(), email);
    }

    private static double metric(String name) {
        return server.node()
                .get("/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
