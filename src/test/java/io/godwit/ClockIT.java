package io.godwit;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.MovedClock;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.nodes.CampaignNodes;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node whose clock goes wrong by an hour while it runs: everything happens by the database's.
 */
class ClockIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A poll, and what a busy machine takes. */
    private static final String LATE = "interval '5 s'";

    private static final Vertx VERTX = Vertx.vertx();
    private static MovedClock clock;
    private static TestDatabase db;
    private static SmtpSink sink;
    private static HttpReceiver receiver;
    private static DnsStub dns;
    private static JarServer node;

    @BeforeAll
    static void start() throws Exception {
        var movable = MovedClock.make();
        if (movable.isEmpty()) {
            System.out.println("The tests of a wrong clock are skipped: there is no libfaketime on this machine");
        }
        assumeTrue(movable.isPresent(), "There is no libfaketime on this machine");
        clock = movable.get();
        db = TestDatabase.fresh(VERTX);
        sink = SmtpSink.start(VERTX);
        receiver = HttpReceiver.start();
        dns = DnsStub.start();
        node = JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                clock.environment(),
                Map.of(
                        "GODWIT_WEBHOOKS_ALLOW",
                        "127.0.0.0/8",
                        "GODWIT_DNS_SERVERS",
                        dns.address(),
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived())));
        db.query(CampaignNodes.CONTACTS, project(), 200);
        db.query(CampaignNodes.COUNT, project(), 200, 198);
    }

    @AfterAll
    static void stop() {
        if (clock != null) {
            node.close();
            receiver.close();
            dns.close();
            sink.close();
            db.close();
            clock.close();
        }
        VERTX.close().await();
    }

    private static String project() {
        return node.demo().getString("projectId");
    }

    private static String key() {
        return node.demo().getString("secretKey");
    }

    /** Returns when the node believes it. */
    private static void move(int hours) {
        clock.by(Duration.ofHours(hours));
        await().atMost(TIMEOUT).until(() -> {
            var believed =
                    Instant.ofEpochMilli(node.api().get("/health", "").body().getLong("time"));
            var off = Duration.between(Instant.now(), believed).minusHours(hours);
            return off.abs().compareTo(Duration.ofSeconds(5)) < 0;
        });
    }

    private static void track(String event, String email) {
        var answer = node.api().post("/v1/track", key(), config("event", event, "email", email));
        assertThat(answer.isOk()).as(answer.text()).isTrue();
    }

    private static void awaitEnded(TestWorkflow flow, String reason) {
        await().atMost(TIMEOUT)
                .until(() -> db.count(
                                "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND exit_reason = ?",
                                flow.id(),
                                reason)
                        == 1);
    }

    /** Counts how often the step was passed not before so many seconds, and not long after. */
    private static long punctual(TestWorkflow flow, String step, String seconds) {
        return db.count("""
                SELECT count(*) FROM execution_visits
                 WHERE step_id = ?::uuid AND status = 'COMPLETED'
                   AND completed_at - started_at >= interval '%1$s s'
                   AND completed_at - started_at < interval '%1$s s' + %2$s
                """.formatted(seconds, LATE), flow.stepId(step));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void aTimerIsNeitherEarlyNorLateThoughTheNodesClockIs(int hours) {
        var event = "began " + hours;
        var flow = TestWorkflow.on(event)
                .then("rest", "DELAY", config("amount", 2, "unit", "seconds"))
                .then("wait", "WAIT_FOR_EVENT", config("eventName", "reply " + hours, "timeout", 1))
                .then("hear", "WAIT_FOR_EVENT", config("eventName", "answer " + hours, "timeout", 60))
                .step("heard", "EXIT", config("reason", "heard"))
                .step("missed", "EXIT", config("reason", "missed"))
                .outcome("hear", "EVENT", "heard")
                .outcome("hear", "TIMEOUT", "missed")
                .publish(db, project());
        var far = TestWorkflow.on(event)
                .then("rest", "DELAY", config("amount", 45, "unit", "minutes"))
                .publish(db, project());
        var scheduled = schedule(event, Duration.ofMinutes(30));
        await().atMost(TIMEOUT)
                .until(() -> db.count("SELECT count(*) FROM workflow_schedules WHERE workflow_id = ?::uuid", scheduled)
                        == 1);
        track(event, "ann@example.com");

        move(hours);
        awaitVisit(flow, "hear");
        track("answer " + hours, "ann@example.com");

        awaitEnded(flow, "heard");
        assertThat(punctual(flow, "rest", "2")).isOne();
        assertThat(punctual(flow, "wait", "1")).isOne();
        assertThat(db.count(
                        "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = 'WAITING'", far.id()))
                .isOne();
        assertThat(db.count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid", scheduled))
                .isZero();
        assertThat(db.count(
                        "SELECT count(*) FROM workflow_schedules WHERE workflow_id = ?::uuid AND next_at > now() + interval '25 min'",
                        scheduled))
                .isOne();
    }

    private static void awaitVisit(TestWorkflow flow, String step) {
        await().atMost(TIMEOUT)
                .until(() -> db.count(
                                "SELECT count(*) FROM execution_visits WHERE step_id = ?::uuid AND status = 'WAITING'",
                                flow.stepId(step))
                        == 1);
    }

    /** A workflow that starts by the clock, next after so long; answers its id. */
    private static String schedule(String name, Duration in) {
        var flow = TestWorkflow.on("nothing " + name).publish(db, project());
        var at = Instant.now().plus(in).atOffset(ZoneOffset.UTC);
        db.query("DELETE FROM workflow_triggers WHERE workflow_id = ?::uuid", flow.id());
        db.query(
                "UPDATE workflows SET trigger_type = 'SCHEDULE', trigger_config = json_build_object('schedule', ?) WHERE id = ?::uuid",
                at.getMinute() + " " + at.getHour() + " * * *",
                flow.id());
        return flow.id();
    }

    @ParameterizedTest
    @ValueSource(ints = -1)
    void aCallIsSignedWithTheDatabasesTime(int hours) {
        var path = "/hook" + hours;
        var flow = TestWorkflow.on("calls " + hours)
                .then("call", "WEBHOOK", config("url", receiver.url(path)))
                .then("end", "EXIT", config("reason", "called"))
                .publish(db, project());

        move(hours);
        track("calls " + hours, "bob@example.com");

        awaitEnded(flow, "called");
        var hit = receiver.hits(path).get(0);
        var signed = Instant.ofEpochSecond(Long.parseLong(hit.headers().get("webhook-timestamp")));
        assertThat(Duration.between(signed, hit.at())).isBetween(Duration.ofSeconds(-2), Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void aCampaignBeginsOnceAtItsTimeByTheDatabasesClock(int hours) {
        sink.forget();
        var id = CampaignNodes.post(node, "/campaigns", CampaignNodes.words(node))
                .getString("id");
        move(hours);

        var past = node.api()
                .post("/campaigns/" + id + "/send", key(), at(Instant.now().minusSeconds(1800)));
        var answer = node.api()
                .post("/campaigns/" + id + "/send", key(), at(Instant.now().plusSeconds(3)));

        assertThat(past.status()).isEqualTo(422);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> CampaignNodes.status(node, id), "SENT"::equals);
        assertThat(db.count("""
                        SELECT count(*) FROM campaigns
                         WHERE id = ?::uuid AND started_at >= scheduled_at AND started_at < scheduled_at + %s
                        """.formatted(LATE), id)).isOne();
        var copies = ReceivedCopies.at(sink, "reader");
        assertThat(copies.recipients()).hasSize(198);
        assertThat(copies.most()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void aDomainIsCheckedWhenTheDatabaseSaysSo(int hours) {
        move(hours);
        domain("soon.example.org", "3 seconds");
        domain("later.example.org", "30 minutes");

        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NOT NULL") == 1);

        assertThat(db.count("""
                        SELECT count(*) FROM domains
                         WHERE domain = 'soon.example.org' AND checked_at >= created_at + interval '3 s'
                           AND checked_at < created_at + interval '3 s' + %s
                           AND check_at - checked_at BETWEEN interval '4 min' AND interval '6 min'
                        """.formatted(LATE))).isOne();
        assertThat(dns.queries())
                .anyMatch(query -> query.contains("soon.example.org"))
                .noneMatch(query -> query.contains("later.example.org"));
    }

    private static void domain(String name, String due) {
        db.query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key, check_at)
                VALUES (?::uuid, gen_random_uuid(), ?, 'key', '\\x00', '\\x00', now() + ?::interval)
                """, project(), name, due);
    }

    private static JsonObject at(Instant time) {
        return new JsonObject().put("scheduledFor", time.toString());
    }
}
