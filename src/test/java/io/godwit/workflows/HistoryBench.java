package io.godwit.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Loop.Next;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.core.WorkflowId;
import io.godwit.db.TestDatabase;
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
 * statement, and what counting costs those who write. Run with {@code -Pbench -Dtest=HistoryBench}.
 */
@Tag("bench")
class HistoryBench {

    private static final int EXECUTIONS = Integer.getInteger("workflows.executions", 1_000_000);
    private static final int CHUNK = 500;

    private static final UUID PROJECT = new UUID(7, 7);
    private static final Tenant TENANT = Tenant.system(new ProjectId(PROJECT));
    private static final WorkflowId WORKFLOW = new WorkflowId(new UUID(7, 8));
    private static final List<UUID> STEPS =
            IntStream.range(0, 6).mapToObj(n -> new UUID(8, n)).toList();

    private static Vertx vertx;
    private static TestDatabase db;
    private static HistoryStore store;
    private static Tallies tallies;

    @BeforeAll
    static void fill() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
        store = new HistoryStore();
        tallies = new Tallies(db.database());
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
        print("executions, a statement for " + CHUNK + ", counted", seconds(() -> fillExecutions(0, EXECUTIONS / 10)));
        db.query("ALTER TABLE executions DISABLE TRIGGER USER");
        print(
                "executions, a statement for " + CHUNK + ", not counted",
                seconds(() -> fillExecutions(EXECUTIONS / 10, EXECUTIONS / 10)));
        db.query("ALTER TABLE executions ENABLE TRIGGER USER");
        db.query("""
                INSERT INTO workflow_counts SELECT project_id, workflow_id, status, count(*) FROM executions
                 WHERE id > ('00000000-0000-7000-8000-' || lpad(to_hex(?::int), 12, '0'))::uuid GROUP BY 1, 2, 3
                """, EXECUTIONS / 10 - 1);
        insert(EXECUTIONS / 5, EXECUTIONS - EXECUTIONS / 5);
        print("visits, a statement for " + CHUNK + ", counted", seconds(() -> fillVisits(0, EXECUTIONS / 10)));
        db.query("ALTER TABLE execution_visits DISABLE TRIGGER USER");
        print(
                "visits, a statement for " + CHUNK + ", not counted",
                seconds(() -> fillVisits(EXECUTIONS / 10, EXECUTIONS / 10)));
        db.query("ALTER TABLE execution_visits ENABLE TRIGGER USER");
        visits(EXECUTIONS / 5, EXECUTIONS - EXECUTIONS / 5);
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

    private static void fillExecutions(int from, int count) {
        for (var at = from; at < from + count; at += CHUNK) {
            insert(at, CHUNK);
        }
    }

    private static void fillVisits(int from, int count) {
        for (var at = from; at < from + count; at += CHUNK / 3) {
            visits(at, Math.min(CHUNK / 3, from + count - at));
        }
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
        explain("page 1, any status", HistoryStore.OF_WORKFLOW, page(Optional.empty(), null, 0));
        explain("page 1, WAITING: the oldest", HistoryStore.OF_WORKFLOW, page(Optional.of("WAITING"), null, 0));
        explain("page 1, FAILED: one in 5,000", HistoryStore.OF_WORKFLOW, page(Optional.of("FAILED"), null, 0));
        explain("page 10,000, any status", HistoryStore.OF_WORKFLOW, page(Optional.empty(), null, EXECUTIONS / 5));
        explain(
                "a cursor in the middle",
                HistoryStore.OF_WORKFLOW,
                page(Optional.empty(), UUID.fromString("00000000-0000-7000-8000-00000007a120"), 0));
        var subjects = Tuple.of(PROJECT, (Object) STEPS.toArray(UUID[]::new));
        explain("counts of all steps, " + deltas() + " deltas not folded", TallyStore.READ, subjects);
        var folding = seconds(() -> {
            while (tallies.fold().await() == Next.AGAIN) {}
        });
        print("folding them", folding);
        explain("counts of all steps, folded", TallyStore.READ, subjects);
        timed(
                "page",
                () -> store.page(
                        db.database().requests(), TENANT, WORKFLOW, Optional.empty(), Optional.empty(), 21, 0));
        timed("counts", () -> tallies.of(db.database().requests(), TENANT, STEPS));
        timed("counting for the request", () -> db.database()
                .workers()
                .preparedQuery(
                        "SELECT step_id, status, branch, count(*) FROM execution_visits WHERE project_id = $1 GROUP BY 1, 2, 3")
                .execute(Tuple.of(PROJECT)));
        assertThat(db.count("SELECT sum(count) FROM workflow_counts WHERE subject = ?", WORKFLOW.value()))
                .isEqualTo(EXECUTIONS - (EXECUTIONS / 10) * 0L);
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
