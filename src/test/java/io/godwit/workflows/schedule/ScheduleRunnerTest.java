package io.godwit.workflows.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.segments.SegmentService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workflows that start by schedule: when they fire, whom they take in, and what is left of it when a node is cut off. */
@CloseFields
class ScheduleRunnerTest {

    private static final String NIGHTLY = "{\"schedule\": \"30 2 * * *\", \"timeZone\": \"Europe/Berlin\"}";
    private static final int PAGE = 10;

    private static Vertx vertx;
    private static TestDatabase db;
    private static SegmentService segments;
    private static Bus bus;
    private Tenant tenant;
    private UUID project;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        bus = Bus.on(vertx);
        db = TestDatabase.fresh(vertx);
        segments = new SegmentService(vertx, db.database());
    }

    @BeforeEach
    void newProject() {
        db.query("DELETE FROM workflows");
        project = UUID.randomUUID();
        tenant = Tenant.system(new ProjectId(project));
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", project);
    }

    private UUID segmentOfSubscribed() {
        var segment = UUID.randomUUID();
        db.query("""
                INSERT INTO segments (project_id, id, name, slug, type, filters) VALUES (?, ?, 'S', 's', 'DYNAMIC',
                 '{"operator": "AND", "conditions": [{"field": "subscribed", "operator": "equals", "value": true}]}')
                """, project, segment);
        return segment;
    }

    private static ScheduleRunner node() {
        return new ScheduleRunner(db.database(), bus, segments, PAGE);
    }

    private static void work(ScheduleRunner node) {
        while (node.next().await() == Next.MORE) {}
    }

    private UUID workflow(String config) {
        var id = UUID.randomUUID();
        db.query("""
                INSERT INTO workflows (project_id, id, name, enabled, trigger_type, trigger_config, live_version)
                VALUES (?, ?, 'W', true, 'SCHEDULE', ?::text::json, 1)
                """, project, id, config);
        return id;
    }

    private void contacts(int count) {
        db.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) SELECT ?, gen_random_uuid(), gen_random_uuid() || '@example.com',"
                        + " n % 2 = 0 FROM generate_series(1, ?) n",
                project, count);
    }

    private static void makeDue(UUID workflow) {
        makeDue(workflow, "1 minute");
    }

    private static void makeDue(UUID workflow, String since) {
        db.query("UPDATE workflow_schedules SET next_at = now() - ?::interval WHERE workflow_id = ?", since, workflow);
    }

    private static OffsetDateTime nextAt(UUID workflow) {
        return ((java.sql.Timestamp) db.value("SELECT next_at FROM workflow_schedules WHERE workflow_id = ?", workflow))
                .toInstant()
                .atOffset(java.time.ZoneOffset.UTC);
    }

    private static long executions(UUID workflow) {
        return db.count("SELECT count(*) FROM executions WHERE workflow_id = ?", workflow);
    }

    private static long timers(UUID workflow) {
        return db.count("SELECT count(*) FROM execution_timers WHERE workflow_id = ?", workflow);
    }

    @Test
    void aFiringTakesInEveryContactOnceAndTheNextIsPlanned() {
        contacts(25);
        var id = workflow(NIGHTLY);
        work(node());
        var before = executions(id);
        var planned = nextAt(id);
        makeDue(id);

        work(node());

        assertThat(before).isZero();
        assertThat(planned.atZoneSameInstant(java.time.ZoneId.of("Europe/Berlin"))
                        .toLocalTime())
                .hasToString("02:30");
        assertThat(executions(id)).isEqualTo(25).isEqualTo(timers(id));
        assertThat(nextAt(id)).isEqualTo(planned);
        assertThat(db.query(
                        "SELECT audience_passed, enrolled, ended_at IS NOT NULL AS ended FROM workflow_runs WHERE workflow_id = ?",
                        id))
                .singleElement()
                .hasToString("{audience_passed=25, enrolled=25, ended=true}");
    }

    @Test
    void theMembersOfItsSegmentAreTakenIn() {
        contacts(25);
        var id = workflow("{\"schedule\": \"* * * * *\", \"segmentId\": \"" + segmentOfSubscribed() + "\"}");
        work(node());
        makeDue(id);

        work(node());

        assertThat(executions(id)).isEqualTo(12);
        assertThat(db.count("""
                        SELECT count(*) FROM executions JOIN contacts ON contacts.id = contact_id
                         WHERE workflow_id = ? AND subscribed
                        """, id)).isEqualTo(12);
        assertThat(db.count("SELECT count(*) FROM workflow_run_audience")).isZero();
    }

    @Test
    void aRunOverASegmentThatIsGoneEndsAndSaysSo() {
        contacts(3);
        var id = workflow("{\"schedule\": \"* * * * *\", \"segmentId\": \"" + UUID.randomUUID() + "\"}");
        work(node());
        makeDue(id);

        work(node());

        assertThat(executions(id)).isZero();
        assertThat(db.value("SELECT exit_reason FROM workflow_runs WHERE workflow_id = ? AND ended_at IS NOT NULL", id))
                .isEqualTo("The segment was deleted");
    }

    /** A trigger plays the timeout of a statement, which takes a minute. */
    @Test
    void aRunWhoseSegmentIsNeverComputedInTimeEndsAfterTenMinutesAndSaysSo() {
        contacts(3);
        var id = workflow("{\"schedule\": \"* * * * *\", \"segmentId\": \"" + segmentOfSubscribed() + "\"}");
        work(node());
        db.query("""
                CREATE FUNCTION too_slow() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled';
                END $$""");
        db.query("CREATE TRIGGER too_slow BEFORE INSERT ON workflow_run_audience EXECUTE FUNCTION too_slow()");
        try {
            makeDue(id);
            work(node());
            var open = db.count("SELECT count(*) FROM workflow_runs WHERE workflow_id = ? AND ended_at IS NULL", id);
            db.query(
                    "UPDATE workflow_runs SET freeze_failed_at = now() - interval '11 minutes', due_at = now() WHERE workflow_id = ?",
                    id);
            work(node());

            assertThat(open).isEqualTo(1);
            assertThat(db.value(
                            "SELECT exit_reason FROM workflow_runs WHERE workflow_id = ? AND ended_at IS NOT NULL", id))
                    .isEqualTo("The contacts of the segment are not found in a minute");
        } finally {
            db.query("DROP FUNCTION too_slow CASCADE");
        }
    }

    @Test
    void whatWasMissedWhileNobodyWasThereFiresOnceAndLate() {
        contacts(5);
        var id = workflow("{\"schedule\": \"* * * * *\"}");
        work(node());
        makeDue(id, "3 days");

        work(node());
        work(node());

        assertThat(db.count("SELECT count(*) FROM workflow_runs WHERE workflow_id = ?", id))
                .isEqualTo(1);
        assertThat(nextAt(id)).isAfter(OffsetDateTime.now());
    }

    @Test
    void aWorkflowThatWasEnabledBeforeANodeCouldPlanItMissesNothing() {
        contacts(5);
        var id = workflow("{\"schedule\": \"* * * * *\"}");
        db.query("UPDATE workflows SET updated_at = now() - interval '10 minutes' WHERE id = ?", id);

        work(node());

        assertThat(executions(id)).isEqualTo(5);
    }

    @Test
    void ofManyNodesOneFires() {
        contacts(200);
        var ids = IntStream.range(0, 5).mapToObj(ignored -> workflow(NIGHTLY)).toList();
        work(node());
        ids.forEach(ScheduleRunnerTest::makeDue);
        var nodes = IntStream.range(0, 6).mapToObj(ignored -> node()).toList();

        Future.all(nodes.stream().map(ScheduleRunnerTest::runAll).toList()).await();

        assertThat(ids).allSatisfy(id -> {
            assertThat(db.count("SELECT count(*) FROM workflow_runs WHERE workflow_id = ?", id))
                    .isEqualTo(1);
            assertThat(executions(id)).isEqualTo(200);
            assertThat(db.value("SELECT enrolled FROM workflow_runs WHERE workflow_id = ?", id))
                    .isEqualTo(200L);
        });
    }

    private static Future<Void> runAll(ScheduleRunner node) {
        return node.next().compose(next -> next == Next.MORE ? runAll(node) : Future.succeededFuture());
    }

    @Test
    void whereOneNodeWasCutOffTheNextGoesOnAndTheLateOneWritesNothing() {
        contacts(35);
        var id = workflow(NIGHTLY);
        work(node());
        makeDue(id);
        new Scheduler(db.database()).fireDue().await();
        var store = new ScheduleRunStore();
        var pool = db.database().workers();
        var late = store.claim(pool, java.time.Duration.ofMillis(1)).await().orElseThrow();
        store.page(pool, late, PAGE).await();
        db.query("UPDATE workflow_runs SET lease_until = now() - interval '1 second'");

        var next = store.claim(pool, java.time.Duration.ofSeconds(30)).await().orElseThrow();
        var stillHolds =
                store.extendLease(pool, late, java.time.Duration.ofSeconds(30)).await();
        store.retryAfter(pool, next, java.time.Duration.ZERO).await();
        work(node());

        assertThat(stillHolds).isFalse();
        assertThat(executions(id)).isEqualTo(35);
        assertThat(db.value("SELECT audience_passed FROM workflow_runs WHERE workflow_id = ?", id))
                .isEqualTo(35L);
    }

    @Test
    void whoMayNotEnterAgainDoesNot() {
        contacts(6);
        var id = workflow(NIGHTLY);
        work(node());
        makeDue(id);
        work(node());
        db.query("UPDATE executions SET status = 'COMPLETED' WHERE workflow_id = ?", id);
        db.query("""
                UPDATE executions SET bars_reentry = false
                 WHERE id IN (SELECT id FROM executions WHERE workflow_id = ? ORDER BY id LIMIT 2)
                """, id);
        makeDue(id, "2 minutes");

        work(node());

        assertThat(db.query(
                        "SELECT audience_passed, enrolled FROM workflow_runs WHERE workflow_id = ? ORDER BY started_at",
                        id))
                .hasToString("[{audience_passed=6, enrolled=6}, {audience_passed=6, enrolled=2}]");
    }

    @Test
    void aFiringWaitsForTheEndOfTheLastOne() {
        contacts(15);
        var id = workflow("{\"schedule\": \"* * * * *\"}");
        work(node());
        makeDue(id);
        var scheduler = new Scheduler(db.database());
        var first = scheduler.fireDue().await();
        makeDue(id, "2 minutes");

        var meanwhile = scheduler.fireDue().await();
        work(node());

        assertThat(List.of(first, meanwhile)).containsExactly(1, 0);
        assertThat(db.count("SELECT count(*) FROM workflow_runs WHERE workflow_id = ?", id))
                .isEqualTo(2);
    }

    @Test
    void aDisabledWorkflowDoesNotFireAndMakesUpForNothing() {
        contacts(5);
        var id = workflow("{\"schedule\": \"0 0 1 1 *\"}");
        work(node());
        makeDue(id);
        db.query("UPDATE workflows SET enabled = false WHERE id = ?", id);

        work(node());
        db.query("UPDATE workflows SET enabled = true, updated_at = now() WHERE id = ?", id);
        work(node());

        assertThat(executions(id)).isZero();
        assertThat(nextAt(id)).isAfter(OffsetDateTime.now());
    }

    @Test
    void aWorkflowThatIsDisabledDuringItsRunStartsForNobodyElse() {
        contacts(25);
        var id = workflow(NIGHTLY);
        work(node());
        makeDue(id);
        new Scheduler(db.database()).fireDue().await();
        var store = new ScheduleRunStore();
        var run = store.claim(db.database().workers(), java.time.Duration.ofSeconds(30))
                .await()
                .orElseThrow();
        store.page(db.database().workers(), run, PAGE).await();
        store.retryAfter(db.database().workers(), run, java.time.Duration.ZERO).await();
        db.query("UPDATE workflows SET enabled = false WHERE id = ?", id);

        work(node());

        assertThat(executions(id)).isEqualTo(PAGE);
        assertThat(db.value("SELECT exit_reason FROM workflow_runs WHERE ended_at IS NOT NULL"))
                .isEqualTo("The workflow was disabled");
    }

    @Test
    void aDisabledProjectsMomentPasses() {
        contacts(5);
        var id = workflow("{\"schedule\": \"0 0 1 1 *\"}");
        work(node());
        makeDue(id);
        db.query("UPDATE projects SET disabled = true WHERE id = ?", project);

        work(node());
        db.query("UPDATE projects SET disabled = false WHERE id = ?", project);
        work(node());

        assertThat(executions(id)).isZero();
        assertThat(nextAt(id)).isAfter(OffsetDateTime.now());
    }

    @Test
    void anEditedSchedulePlansAnew() {
        var id = workflow("{\"schedule\": \"0 0 1 1 *\"}");
        work(node());
        var before = nextAt(id);
        db.query("UPDATE workflows SET trigger_config = '{\"schedule\": \"0 0 1 2 *\"}' WHERE id = ?", id);

        work(node());

        assertThat(nextAt(id).getMonthValue()).isEqualTo(2);
        assertThat(before.getMonthValue()).isEqualTo(1);
    }

    @Test
    void aScheduleNobodyCanReadStopsNoOther() {
        contacts(2);
        var broken = workflow("{\"schedule\": \"gone\"}");
        var sound = workflow(NIGHTLY);
        work(node());
        makeDue(sound);

        work(node());

        assertThat(executions(broken)).isZero();
        assertThat(executions(sound)).isEqualTo(2);
    }
}
