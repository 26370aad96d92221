package io.godwit.workflows.executions;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.TestDatabase;
import io.godwit.workflows.model.ExecutionStatus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A workflow with a million executions and three million visits: lists, totals and counts per step, with the plan of each
 * statement, and what counting costs those who write. Run with {@code -Pbench -Dtest=ExecutionHistoryBench}.
 */
@Tag("bench")
class ExecutionHistoryBench {

    private static final int EXECUTIONS = Integer.getInteger("workflows.executions", 1_000_000);
    private static final int CHUNK = 500;

    /** Written as the engine writes. */
    private static final int FIRST = EXECUTIONS / 10;

    private static final UUID PROJECT = new UUID(7, 7);
    private static final Tenant TENANT = Tenant.system(new ProjectId(PROJECT));
    private static final WorkflowId WORKFLOW = new WorkflowId(new UUID(7, 8));
    private static final List<UUID> STEPS =
            IntStream.range(0, 6).mapToObj(n -> new UUID(8, n)).toList();

    private static final ExecutionFilter ALL = new ExecutionFilter(Optional.empty(), Optional.empty(), List.of());

    private static Vertx vertx;
    private static TestDatabase db;
    private static ExecutionHistoryStore store;
    private static ExecutionCounts counts;

    @BeforeAll
    static void fill() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
        store = new ExecutionHistoryStore();
        counts = new ExecutionCounts(db.database());
        db.query("INSERT INTO projects (id, name) VALUES (?, 'P')", PROJECT);
        db.query(
                "INSERT INTO workflows (project_id, id, name, trigger_type) VALUES (?, ?, 'W', 'EVENT')",
                PROJECT,
                WORKFLOW.value());
        db.query(
                "INSERT INTO workflow_versions (project_id, workflow_id, version, graph) VALUES (?, ?, 1, ?::json)",
                PROJECT,
                WORKFLOW.value(),
                graph());
        db.query("""
            INSERT INTO contacts (project_id, id, email, subscribed)
            SELECT ?, md5(n::text)::uuid, n || '@example.com', true FROM generate_series(1, ?) n
            """, PROJECT, EXECUTIONS);
        whatCountingCosts();
        db.query("ALTER TABLE executions DISABLE TRIGGER USER");
        db.query("ALTER TABLE execution_visits DISABLE TRIGGER USER");
        insert(FIRST, EXECUTIONS - FIRST);
        visits(FIRST, EXECUTIONS - FIRST);
        db.query("ALTER TABLE executions ENABLE TRIGGER USER");
        db.query("ALTER TABLE execution_visits ENABLE TRIGGER USER");
        db.query("""
            INSERT INTO workflow_counts SELECT project_id, workflow_id, status, count(*) FROM executions
             WHERE id >= ('00000000-0000-7000-8000-' || lpad(to_hex(?::int), 12, '0'))::uuid GROUP BY 1, 2, 3
            """, FIRST);
        db.query("VACUUM ANALYZE");
    }

    @AfterAll
    static void close() {
        db.close();
        vertx.close().await();
    }

    private static String graph() {
        return "{\"steps\": ["
                + String.join(
                        ", ",
                        STEPS.stream()
                                .map(id -> "{\"id\": \"" + id
                                        + "\", \"type\": \"DELAY\", \"name\": \"Step\", \"config\": {\"text\": \""
                                        + "x".repeat(500) + "\"}}")
                                .toList())
                + "], \"transitions\": []}";
    }

    /** By turns, so that what else the machine does falls on both. */
    private static void whatCountingCosts() {
        var counted = 0.0;
        var uncounted = 0.0;
        for (var at = 0; at < FIRST; at += FIRST / 10) {
            var from = at;
            var isCounted = at / (FIRST / 10) % 2 == 0;
            db.query("ALTER TABLE executions " + (isCounted ? "ENABLE" : "DISABLE") + " TRIGGER USER");
            db.query("ALTER TABLE execution_visits " + (isCounted ? "ENABLE" : "DISABLE") + " TRIGGER USER");
            var took = seconds(() -> inChunks(from, FIRST / 10));
            counted += isCounted ? took : 0;
            uncounted += isCounted ? 0 : took;
        }
        print(
                "half of " + FIRST + " executions, their visits and an update each, a statement for " + CHUNK
                        + ", counted",
                counted);
        print("the same, not counted", uncounted);
        db.query("DELETE FROM workflow_deltas");
        db.query("""
            INSERT INTO workflow_deltas (project_id, subject, name, delta)
            SELECT project_id, workflow_id, status, count(*) FROM executions GROUP BY 1, 2, 3
            """);
    }

    /** All in one session: what a connection costs is no part of it. */
    private static void inChunks(int from, int count) {
        db.query("""
            DO $$
            BEGIN
                FOR at IN 0 .. %4$d / %5$d - 1 LOOP
                    INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status)
                    SELECT '%1$s', ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '%2$s', 1, md5(n::text)::uuid,
                           'RUNNING'
                      FROM generate_series(%3$d + at * %5$d, %3$d + (at + 1) * %5$d - 1) n;
                    INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, branch, output)
                    SELECT '%1$s', ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, v,
                           ('00000000-0000-0008-0000-' || lpad(to_hex(v), 12, '0'))::uuid, 'COMPLETED',
                           CASE WHEN v = 2 THEN CASE n %% 2 WHEN 0 THEN 'yes' ELSE 'no' END END, '{"some": "output"}'
                      FROM generate_series(%3$d + at * %5$d, %3$d + (at + 1) * %5$d - 1) n, generate_series(1, 3) v;
                    UPDATE executions SET status = 'COMPLETED', completed_at = now()
                     WHERE project_id = '%1$s' AND id BETWEEN
                           ('00000000-0000-7000-8000-' || lpad(to_hex(%3$d + at * %5$d), 12, '0'))::uuid
                           AND ('00000000-0000-7000-8000-' || lpad(to_hex(%3$d + (at + 1) * %5$d - 1), 12, '0'))::uuid;
                    COMMIT;
                END LOOP;
            END $$
            """.formatted(PROJECT, WORKFLOW.value(), from, count, CHUNK));
    }

    /** The oldest hundredth waits, some have failed, the rest is done. */
    private static void insert(int from, int count) {
        db.query("""
            INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id)
            SELECT ?, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ?, 1, md5(n::text)::uuid,
                   CASE WHEN n < %1$d / 100 THEN 'WAITING' WHEN n %% 5000 = 0 THEN 'FAILED' ELSE 'COMPLETED' END,
                   CASE WHEN n < %1$d / 100 THEN ?::uuid END
              FROM generate_series(?::int, ?::int) n
            """.formatted(EXECUTIONS), PROJECT, WORKFLOW.value(), STEPS.get(2), from, from + count - 1);
    }

    private static void visits(int from, int count) {
        db.query("""
            INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, branch, output)
            SELECT ?, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, v,
                   ('00000000-0000-0008-0000-' || lpad(to_hex(v), 12, '0'))::uuid, 'COMPLETED',
                   CASE WHEN v = 2 THEN CASE n % 2 WHEN 0 THEN 'yes' ELSE 'no' END END, '{"some": "output"}'
              FROM generate_series(?::int, ?::int) n, generate_series(1, 3) v
            """, PROJECT, from, from + count - 1);
    }

    @Test
    void aMillionExecutionsAreListedAndCounted() {
        explain("page 1, any status", ExecutionHistoryStore.OF_WORKFLOW, page(Optional.empty(), null, 0));
        explain(
                "page 1, WAITING: the oldest",
                ExecutionHistoryStore.OF_WORKFLOW,
                page(Optional.of("WAITING"), null, 0));
        explain(
                "page 1, FAILED: one in 5,000",
                ExecutionHistoryStore.OF_WORKFLOW,
                page(Optional.of("FAILED"), null, 0));
        explain(
                "page 10,000, any status",
                ExecutionHistoryStore.OF_WORKFLOW,
                page(Optional.empty(), null, EXECUTIONS / 5));
        explain(
                "a cursor in the middle",
                ExecutionHistoryStore.OF_WORKFLOW,
                page(Optional.empty(), UUID.fromString("00000000-0000-7000-8000-00000007a120"), 0));
        var subjects = Tuple.of(PROJECT, (Object) STEPS.toArray(UUID[]::new));
        explain("counts of all steps, " + deltas() + " deltas not folded", ExecutionCountStore.READ, subjects);
        var folding = seconds(() -> {
            while (counts.foldDeltas().await() == Next.MORE) {}
        });
        print("folding them", folding);
        explain("counts of all steps, folded", ExecutionCountStore.READ, subjects);
        timed("page", () -> store.page(db.database().requests(), TENANT, WORKFLOW, ALL, Optional.empty(), 21, 0));
        timed("counts", () -> counts.counts(db.database().requests(), TENANT, STEPS));
        timed("counting for the request", () -> db.database()
                .workers()
                .preparedQuery(
                        "SELECT step_id, status, branch, count(*) FROM execution_visits WHERE project_id = $1 GROUP BY"
                                + " 1, 2, 3")
                .execute(Tuple.of(PROJECT)));
        assertThat(db.count("SELECT sum(count) FROM workflow_counts WHERE subject = ?", WORKFLOW.value()))
                .isEqualTo(EXECUTIONS);
    }

    private static long deltas() {
        return db.count("SELECT count(*) FROM workflow_deltas");
    }

    private static Tuple page(Optional<String> status, UUID before, long offset) {
        var statuses = status.map(one -> new String[] {one})
                .orElseGet(() ->
                        Arrays.stream(ExecutionStatus.values()).map(Enum::name).toArray(String[]::new));
        return Tuple.of(PROJECT, WORKFLOW.value(), statuses, before, new UUID(-1, -1))
                .addValue(21)
                .addValue(offset);
    }

    private static void explain(String what, String sql, Tuple parameters) {
        System.out.println("== " + what);
        for (var round = 0; round < 2; round++) {
            var plan = db.database()
                    .requests()
                    .preparedQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + sql)
                    .execute(parameters)
                    .await();
            if (round == 1) {
                plan.forEach(row -> System.out.println(row.getString(0)));
            }
        }
    }

    private static void timed(String what, Supplier<Future<?>> call) {
        call.get().await();
        print(what, seconds(() -> call.get().await()));
    }

    private static double seconds(Runnable work) {
        var started = System.nanoTime();
        work.run();
        return (System.nanoTime() - started) / 1e9;
    }

    private static void print(String what, double seconds) {
        System.out.printf("%s: %.1f ms%n", what, seconds * 1000);
    }
}
