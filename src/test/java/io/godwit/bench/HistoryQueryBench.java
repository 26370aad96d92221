package io.godwit.bench;

import io.godwit.kit.JarServer;
import io.godwit.kit.load.PacedCallers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Segments and event figures of a project with a million contacts and ten million events, by its API. */
final class HistoryQueryBench implements AutoCloseable {

    private static final int CONTACTS = Integer.getInteger("segments.contacts", 1_000_000);
    private static final int EVENTS = Integer.getInteger("segments.events", 10_000_000);
    private static final int CALLS = 20;

    private final BenchReport report;
    private final JarServer server;
    private final String key;

    HistoryQueryBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("history"), Map.of("GODWIT_SEGMENTS_INTERVAL", "1d"));
        var project = BenchServers.projects(server).get(0);
        this.key = project.getString("secretKey");
        var started = System.nanoTime();
        run("UPDATE projects SET created_at = now() - interval '125 days'");
        for (var statement : BenchHistory.statements(project.getString("projectId"), CONTACTS, EVENTS)) {
            run(statement);
        }
        server.checkpoint();
        System.out.printf("bench: filled in %.0f s%n", (System.nanoTime() - started) / 1e9);
        server.stop();
        server.restart();
        awaitDays();
    }

    private void run(String sql) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute("SET maintenance_work_mem = '512MB'");
            statement.execute(sql);
        }
    }

    /** Days that are over are counted when a node starts. */
    private void awaitDays() throws Exception {
        var started = System.nanoTime();
        for (var ended = Instant.now().plusSeconds(300); Instant.now().isBefore(ended); ) {
            if (BenchServers.count(
                            server,
                            "event_count_progress WHERE counted_until >= (now() - interval '10 minutes')::date AND project_id = '"
                                    + BenchServers.projects(server).get(0).getString("projectId") + "'")
                    == 1) {
                System.out.printf("bench: days counted in %.0f s%n", (System.nanoTime() - started) / 1e9);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError("The days are not counted");
    }

    void segments() {
        count("segment, field", condition("data.plan", "equals", "pro"), condition("data.age", "greaterThan", 30));
        count("segment, field", condition("data.city", "contains", "ГОРОД 77"));
        count("segment, field", condition("data.address.zip", "equals", "00777"));
        count("segment, field", condition("data.seen", "within", 30).put("unit", "days"));
        count("segment, event", condition("event.opened", "triggered", 1));
        count("segment, event", condition("event.bought", "triggeredWithin", 30).put("unit", "days"));
        count("segment, event", condition("event.rare", "notTriggered", 1));
        count(
                "segment, event",
                condition("event.opened", "triggeredWithin", 14).put("unit", "days"),
                condition("event.bought", "triggeredOlderThan", 7).put("unit", "days"),
                condition("event.rare", "notTriggered", 1),
                condition("data.plan", "equals", "pro"));
    }

    private static JsonObject condition(String field, String operator, Object value) {
        return new JsonObject().put("field", field).put("operator", operator).put("value", value);
    }

    private String made(String name, boolean tracked, JsonObject... conditions) {
        var segment = new JsonObject()
                .put("name", name)
                .put("trackMembership", tracked)
                .put(
                        "filters",
                        new JsonObject().put("operator", "AND").put("conditions", new JsonArray(List.of(conditions))));
        return BenchServers.post(server, "/segments", key, segment).getString("id");
    }

    private void count(String figure, JsonObject... conditions) {
        var id = made("Counted", false, conditions);
        for (var round = 0; round < 3; round++) {
            var started = System.nanoTime();
            var count = BenchServers.post(server, "/segments/" + id + "/refresh", key, new JsonObject());
            add(figure, started, 1e9, List.of(conditions) + " " + count);
        }
    }

    private void add(String figure, long started, double unit, String what) {
        var took = (System.nanoTime() - started) / unit;
        System.out.printf("bench: %s %.2f %s%n", figure, took, what);
        report.add(figure, took);
    }

    /** Tracked passes one after the other while events come in; ingestion is measured alone first. */
    void computations() {
        report.add("track alone, p99", trackP99(() -> rest(5)));
        report.add("track beside passes, p99", trackP99(this::passes));
    }

    private void passes() {
        for (var within : new int[] {20, 30}) {
            var id = made(
                    "Tracked " + within,
                    true,
                    condition("event.bought", "triggeredWithin", within).put("unit", "days"));
            for (var round = 0; round < 2; round++) {
                var started = System.nanoTime();
                var result = BenchServers.post(server, "/segments/" + id + "/compute", key, new JsonObject());
                add("segment, computation", started, 1e9, result.encode());
            }
        }
    }

    private double trackP99(Runnable meanwhile) {
        var millis = new ConcurrentLinkedQueue<Double>();
        var load = PacedCallers.start(4, 200, number -> {
            var started = System.nanoTime();
            BenchServers.post(
                    server,
                    "/v1/track",
                    key,
                    new JsonObject().put("event", "beside").put("email", "contact" + number + "@example.com"));
            millis.add((System.nanoTime() - started) / 1e6);
        });
        meanwhile.run();
        load.finish();
        var sorted = millis.stream().sorted().toList();
        return sorted.get(sorted.size() * 99 / 100);
    }

    private static void rest(int seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void pages() {
        var id = made("Listed", false, condition("subscribed", "equals", true));
        var path = "/segments/" + id + "/contacts?pageSize=100&page=";
        var started = System.nanoTime();
        var pages = BenchServers.get(server, path + 1, key).getInteger("totalPages");
        add("segment, first page", started, 1e6, pages + " pages");
        for (var page : new int[] {1, 2, pages / 4, pages / 2, pages - 1, pages}) {
            measure("segment, page", path + page);
        }
    }

    void events() {
        measure("events, stats", "/events/stats");
        measure("events, stats", "/events/stats?startDate=" + Instant.now().minusSeconds(40 * 86_400L));
        measure("events, stats", "/events/names");
        measure("events, stats", "/events/opened/usage");
        measure("events, stats", "/events/rare/usage");
        measure("events, list", "/events?limit=100");
        measure("events, list", "/events?limit=100&eventName=rare");
    }

    /** The median of some calls, after one that warms up. */
    private void measure(String figure, String path) {
        BenchServers.text(server, path, key);
        var times = new ArrayList<Double>();
        for (var call = 0; call < CALLS; call++) {
            var started = System.nanoTime();
            BenchServers.text(server, path, key);
            times.add((System.nanoTime() - started) / 1e6);
        }
        times.sort(null);
        System.out.printf("bench: %s %.1f ms %s%n", figure, times.get(CALLS / 2), path);
        report.add(figure, times.get(CALLS / 2));
    }

    void describe() {
        report.highest("A segment of fields, a million contacts", "segment, field", "s", 5);
        report.highest("A segment of events, ten million of them", "segment, event", "s", 30);
        report.highest("A tracked segment of events, computed", "segment, computation", "s", 60);
        report.highest("A page of its members, at any depth", "segment, page", "ms", 100);
        report.highest("Event figures, ten million events", "events, stats", "ms", 500);
        report.highest("A page of ten million events", "events, list", "ms", 100);
        report.row(
                "track beside a segment's computation, p99",
                "%.1f ms (alone %.1f)"
                        .formatted(report.median("track beside passes, p99"), report.median("track alone, p99")),
                "",
                "");
    }

    @Override
    public void close() {
        server.close();
    }
}
