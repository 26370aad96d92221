package io.godwit.bench;

import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.LoadResult;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Measures what workflows cost: enrolment in the transaction of a track, a hundred thousand timers due in one second beside tracks, and
 * a million executions that wait.
 */
final class WorkflowBench implements AutoCloseable {

    private static final int TIMERS = 100_000;
    private static final int WAITING = Integer.getInteger("bench.waiting", 1_000_000);

    private static final int IDLE_SECONDS = 30;

    /** Tracks a second beside the timers. */
    private static final double BESIDE = 300;

    private static final String WORKFLOW = """
            INSERT INTO workflows (project_id, id, name, enabled, trigger_type, live_version)
            VALUES ('%1$s', '%2$s', 'Bench', true, 'EVENT', 1);
            INSERT INTO workflow_versions (project_id, workflow_id, version, graph) VALUES ('%1$s', '%2$s', 1, '%3$s');
            INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id, version, allow_reentry)
            VALUES ('%1$s', '%4$s', 'START', '%2$s', 1, false);
            """;

    private static final String EXECUTIONS = """
            WITH made AS (
                INSERT INTO contacts (project_id, id, email, subscribed, data)
                SELECT '%1$s', uuid_v7(), '%3$s' || n || '@example.org', true, '{"plan": "pro"}' FROM generate_series(1, %4$d) n
                RETURNING id),
            started AS (
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id, context, visits)
                SELECT '%1$s', uuid_v7(), '%2$s', 1, id, 'WAITING', '%5$s', '{"kept": {"plan": "pro"}}', 2 FROM made
                RETURNING id, contact_id),
            visited AS (
                INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, output)
                SELECT '%1$s', id, 2, '%5$s', 'WAITING', '{"delayUnit": "days"}' FROM started)
            INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at)
            SELECT '%1$s', id, '%2$s', contact_id, now() + interval '300 days' FROM started
            """;

    private static final String TRIGGER = "01890000-0000-7000-8000-000000000001";
    private static final String DELAY = "01890000-0000-7000-8000-000000000002";
    private static final String FIRST = "01890000-0000-7000-8000-00000000000a";
    private static final String SECOND = "01890000-0000-7000-8000-00000000000b";

    private final BenchReport report;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();
    private final JarServer server;
    private final List<JsonObject> projects;

    WorkflowBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        this.server = BenchServers.start(
                directory.resolve("workflows"), Map.of("GODWIT_ROLES", "http,job", "JAVA_TOOL_OPTIONS", "-Xmx512m"));
        this.projects = BenchServers.projects(server);
        ask(WORKFLOW.formatted(project(), FIRST, graph(), "bench.enrol"));
        ask(WORKFLOW.formatted(project(), SECOND, graph(), "bench.never"));
    }

    private String project() {
        return projects.get(0).getString("projectId");
    }

    private static String graph() {
        return """
                {"steps": [{"id": "%1$s", "type": "TRIGGER", "name": "Start", "config": {}},
                           {"id": "%2$s", "type": "DELAY", "name": "Wait", "config": {"amount": 1, "unit": "days"}}],
                 "transitions": [{"from": "%1$s", "to": "%2$s", "priority": 0}]}
                """.formatted(TRIGGER, DELAY);
    }

    /** New contacts, with and without a workflow that takes each of them in; nobody carries these on meanwhile. */
    void enrolment(int rounds) throws Exception {
        tracks("bench.warm", 1_000_000, 15);
        for (var round = 0; round < rounds; round++) {
            report.add("track", tracks("bench.plain", 10_000_000 + round * 1_000_000L, 5));
            report.add("track that enrols", tracks("bench.enrol", 50_000_000 + round * 1_000_000L, 5));
        }
        ask("TRUNCATE execution_timers, executions");
    }

    private double tracks(String event, long first, double seconds) throws Exception {
        return generator
                .run(LoadPlan.of(server.port(), List.of(track(event)))
                        .keys(first, 0)
                        .lasting(1, seconds))
                .flawless()
                .perSecond();
    }

    private RequestShape track(String event) {
        return new RequestShape(
                "/v1/track",
                projects.get(0).getString("secretKey"),
                "{\"email\":\"user" + RequestShape.KEY + "@example.org\",\"event\":\"" + event
                        + "\",\"data\":{\"plan\":\"pro\",\"seats\":3}}");
    }

    /** Measures what a node without anything to do spends, when nobody waits and when a million do. */
    void waiting() throws Exception {
        report.add("idle CPU, nobody", idle());
        ask(EXECUTIONS.formatted(project(), FIRST, "waiting", WAITING, DELAY));
        // Else it is done by itself, just when we look.
        ask("VACUUM ANALYZE");
        report.add("idle CPU", idle());
    }

    /** Percent of a core, node and PostgreSQL together. */
    private double idle() throws Exception {
        server.stop();
        server.restart(Map.of("GODWIT_ROLES", "http,workflow,job"));
        server.checkpoint();
        TimeUnit.SECONDS.sleep(15);
        var before = ProcessorTime.millis(server);
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        return (ProcessorTime.millis(server) - before) / IDLE_SECONDS / 10.0;
    }

    /** All of them due in one second, among those who wait. */
    void timers() throws Exception {
        ask(EXECUTIONS.formatted(project(), SECOND, "due", TIMERS, DELAY));
        ask("VACUUM ANALYZE execution_timers");
        server.checkpoint();
        ask("""
                UPDATE execution_timers SET due_at = date_trunc('second', now()) + interval '12 s' + random() * interval '1 s'
                 WHERE workflow_id = '%s'
                """.formatted(SECOND));
        ask("CREATE TABLE bench_due AS SELECT execution_id, due_at FROM execution_timers WHERE workflow_id = '" + SECOND
                + "'");
        var beside = CompletableFuture.supplyAsync(this::beside);
        awaitDone();
        report.add("timers done after", number("""
                SELECT extract(epoch FROM max(completed_at) - min(due_at)) FROM bench_due
                  JOIN executions ON id = execution_id WHERE status = 'COMPLETED'
                """));
        report.add("timers early", number("""
                SELECT count(*) FROM bench_due JOIN executions ON id = execution_id WHERE completed_at < due_at
                """));
        report.add(
                "timers done",
                number("SELECT count(*) FROM executions WHERE workflow_id = '" + SECOND
                        + "' AND status = 'COMPLETED'"));
        var measured = beside.get();
        report.add("track beside timers p99", measured.flawless().p99());
        report.add("heap after timers", ProcessMemory.heapAfterCollection(server.pid()));
    }

    private LoadResult beside() {
        try {
            return generator.run(LoadPlan.of(server.port(), List.of(track("bench.beside")))
                    .rate(BESIDE)
                    .keys(90_000_000, 20_000)
                    .lasting(9, 20));
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void awaitDone() throws Exception {
        for (var end = Instant.now().plusSeconds(120); Instant.now().isBefore(end); ) {
            if (number("SELECT count(*) FROM execution_timers WHERE workflow_id = '" + SECOND + "'") == 0) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(250);
        }
        throw new AssertionError("The timers are not done");
    }

    private double number(String sql) throws SQLException {
        return ((Number) ask(sql)).doubleValue();
    }

    /** The first column of the first row, null for none. */
    private Object ask(String sql) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return null;
            }
            var rows = statement.getResultSet();
            return rows.next() ? rows.getObject(1) : null;
        }
    }

    void describe() {
        report.rate("Track, new contacts, no workflow", "track");
        report.ratio("Track when every event enrols : without", "track that enrols", "track", 0.75);
        report.atMost("CPU of an idle node and its PostgreSQL, nobody waiting", "idle CPU, nobody", "% of a core", 3);
        report.atMost(
                "CPU of an idle node and its PostgreSQL, a million executions waiting", "idle CPU", "% of a core", 3);
        report.atMost("100,000 timers due in one second: the last is done after", "timers done after", "s", 20);
        report.atMost("… of them early", "timers early", "", 0);
        report.atMost("… track beside them, p99", "track beside timers p99", "ms", 500);
        report.atMost("… heap after GC (-Xmx512m)", "heap after timers", "MB", 512);
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
