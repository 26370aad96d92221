package io.godwit.bench;

import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures segments of a project with 100,000 contacts and 300,000 events by its API, for four kinds of condition: a fresh count, a
 * plain {@code count(*)} of the same contacts on a connection of its own, the first page after creation, and a later page. Each
 * argument is a jar; the jars take turns, so that two versions can be compared on a machine that does other work, too; {@code
 * -Dgodwit.contract=false} lets an older one answer in its way. Counts come before pages, which are completed beside the caller. Needs
 * some 300 MB for each jar in the temporary directory and about a minute.
 */
final class SegmentBench implements AutoCloseable {

    private static final int CONTACTS = Integer.getInteger("segments.contacts", 100_000);
    private static final int EVENTS = Integer.getInteger("segments.events", 300_000);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 15);

    /** The first rounds only warm up. */
    private static final int WARM = 3;

    private static final JsonObject FIELD =
            new JsonObject().put("field", "data.plan").put("operator", "equals").put("value", "pro");
    private static final JsonObject EVENT =
            new JsonObject().put("field", "event.opened").put("operator", "triggered");
    private static final JsonObject RECENT = new JsonObject()
            .put("field", "event.opened")
            .put("operator", "triggeredWithin")
            .put("value", 30)
            .put("unit", "days");

    private static final String HAPPENED = """
            EXISTS (SELECT FROM events e WHERE e.project_id = '%s' AND e.name = 'opened' AND e.contact_id = c.id %s)
            """;

    /** A kind of condition, in the API's words and as SQL about contacts {@code c}, spelled in the fastest way known. */
    private record Kind(String name, List<JsonObject> conditions, String sql) {}

    private static List<Kind> kinds(String project) {
        var ever = HAPPENED.formatted(project, "");
        return List.of(
                new Kind("field", List.of(FIELD), "c.data ->> 'plan' = 'pro'"),
                new Kind("event", List.of(EVENT), ever),
                new Kind(
                        "event within 30 days",
                        List.of(RECENT),
                        HAPPENED.formatted(project, "AND e.created_at >= now() - interval '30 days'")),
                new Kind("field and event", List.of(FIELD, EVENT), "c.data @> '{\"plan\": \"pro\"}' AND " + ever));
    }

    private final String version;
    private final JarServer server;
    private final Connection connection;
    private final String project;
    private final String key;
    private final Map<String, List<Double>> figureToMillis = new LinkedHashMap<>();

    private SegmentBench(Path jar) throws Exception {
        this.version = jar.getFileName().toString();
        this.server = BenchServers.start(
                jar,
                Files.createTempDirectory("segment-bench-"),
                Map.of("GODWIT_SEGMENTS_INTERVAL", "1d", "GODWIT_ROLES", "http,segment"));
        this.connection = server.connect();
        var demo = BenchServers.projects(server).get(0);
        this.project = demo.getString("projectId");
        this.key = demo.getString("secretKey");
        for (var statement : BenchHistory.statements(project, CONTACTS, EVENTS)) {
            run(statement);
        }
    }

    public static void main(String... jars) throws Exception {
        var versions = new ArrayList<SegmentBench>();
        try {
            for (var jar : jars) {
                versions.add(new SegmentBench(Path.of(jar)));
            }
            for (var round = -WARM; round < ROUNDS; round++) {
                for (var version : versions) {
                    version.round(round >= 0);
                }
            }
            versions.forEach(SegmentBench::describe);
        } finally {
            versions.forEach(SegmentBench::close);
        }
    }

    private void run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void round(boolean counts) throws Exception {
        for (var kind : kinds(project)) {
            var id = made(kind);
            var path = "/segments/" + id + "/contacts?pageSize=20&page=";
            measure(counts, kind, "fresh count", () -> recount(id));
            measure(counts, kind, "plain count(*)", () -> plainCount(kind));
            measure(counts, kind, "first page after creation", () -> BenchServers.get(server, path + 1, key));
            BenchServers.get(server, path + 100, key);
            measure(counts, kind, "later page", () -> BenchServers.get(server, path + 100, key));
        }
    }

    private String made(Kind kind) {
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray(kind.conditions()));
        var body = new JsonObject().put("name", "Bench").put("filters", filter);
        return BenchServers.post(server, "/segments", key, body).getString("id");
    }

    private Object recount(String id) {
        return BenchServers.post(server, "/segments/" + id + "/refresh", key, new JsonObject());
    }

    private Object plainCount(Kind kind) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT count(*) FROM contacts c WHERE c.project_id = '" + project + "' AND " + kind.sql())) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** A call that is measured. */
    private interface Call {
        Object run() throws Exception;
    }

    private void measure(boolean counts, Kind kind, String figure, Call call) throws Exception {
        var processor = ProcessorTime.millis(server);
        var started = System.nanoTime();
        call.run();
        var millis = (System.nanoTime() - started) / 1e6;
        if (counts) {
            add(kind.name() + ", " + figure, millis);
            add(kind.name() + ", " + figure + ", processor", ProcessorTime.millis(server) - processor);
        }
    }

    private void add(String figure, double millis) {
        figureToMillis.computeIfAbsent(figure, ignored -> new ArrayList<>()).add(millis);
    }

    /** Medians of the times, means of the processor times, which the kernel counts in hundredths of a second. */
    private void describe() {
        figureToMillis.forEach((figure, millis) -> {
            var sorted = millis.stream().sorted().toList();
            var shown = figure.endsWith("processor")
                    ? millis.stream().mapToDouble(one -> one).average().orElseThrow()
                    : sorted.get(sorted.size() / 2);
            System.out.printf(Locale.ROOT, "| %s | %s | %.1f ms |%n", version, figure, shown);
        });
    }

    @Override
    public void close() {
        server.close();
    }
}
