package io.godwit.bench;

import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.LoadResult;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.ApiClient;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** CSV files in and out: how fast, what callers of the API notice of it, and whether a small file has to wait for large ones. */
final class ImportBench implements AutoCloseable {

    /** A little under 5 MB. */
    private static final int ROWS = 60_000;

    private static final int SMALL = 5_000;

    /** The load of a busy project, a fraction of what the server could take. */
    private static final double PER_SECOND = 1_000;

    private static final double SECONDS = 8;

    private final BenchReport report;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();
    private final JarServer server;
    private final List<JsonObject> projects;
    private long nextFile;

    ImportBench(Path directory, BenchReport report) throws IOException {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("imports"), Map.of("GODWIT_ROLES", "http,job"));
        this.projects = BenchServers.projects(server);
    }

    void warmUp() throws Exception {
        for (var round = 0; round < 3; round++) {
            imported(0, file("warm", ROWS / 3));
        }
        tracked(6);
    }

    /** Rows a second, of new contacts and of the same again with one changed value each. */
    void imports() throws Exception {
        var name = "alone" + nextFile++;
        report.add("import new", ROWS / imported(0, file(name, ROWS)));
        report.add("import existing", ROWS / imported(0, file(name, ROWS)));
    }

    /** The same requests with and without an import beside them. */
    void beside() throws Exception {
        report.add("track p99 without import", tracked(SECONDS).p99());
        var rows = file("beside" + nextFile++, ROWS);
        var again = file("beside" + nextFile++, ROWS);
        var imports = CompletableFuture.supplyAsync(() -> imported(0, rows) + imported(1, again));
        var measured = tracked(SECONDS);
        report.add("track p99 beside import", measured.p99());
        report.add("import beside track", 2 * ROWS / imports.join());
    }

    /** A small file of one project, alone and behind twenty large ones of another. */
    void fairness() {
        var alone = imported(1, file("single" + nextFile++, SMALL));
        IntStream.range(0, 20).forEach(ignored -> queue(0, file("crowd" + nextFile++, SMALL)));
        var crowd = queue(0, file("crowd" + nextFile++, SMALL));
        var amid = imported(1, file("single" + nextFile++, SMALL));
        awaitEnd(0, crowd);
        report.add("small import alone", alone);
        report.add("small import amid twenty", amid);
    }

    void exports() {
        report.add("export", exported(0));
    }

    /** Lines a second. */
    private double exported(int project) {
        var asked = System.nanoTime();
        var answer = server.api().get("/contacts/export", projects.get(project).getString("secretKey"));
        var seconds = (System.nanoTime() - asked) / 1e9;
        return answer.text().lines().skip(1).count() / seconds;
    }

    /** The same in a project that has a million contacts. */
    void amidAMillion() throws Exception {
        fill();
        var name = "million" + nextFile++;
        report.add("import amid a million", ROWS / imported(3, file(name, ROWS)));
        report.add("export of a million", exported(3));
    }

    private void fill() throws SQLException {
        try (var connection = server.connect();
                var statement = connection.prepareStatement("""
                        INSERT INTO contacts (project_id, id, email, subscribed, data)
                        SELECT ?::uuid, gen_random_uuid(), 'filler' || number || '@bench.example.com', true,
                               jsonb_build_object('firstName', 'First' || number, 'plan', 'team', 'visits', number)
                          FROM generate_series(1, 1000000) AS number
                        """)) {
            statement.setString(1, projects.get(3).getString("projectId"));
            statement.execute();
            connection.createStatement().execute("VACUUM ANALYZE contacts");
        }
    }

    private LoadResult tracked(double seconds) throws IOException {
        var shapes = List.of(new RequestShape(
                "/v1/track", projects.get(2).getString("secretKey"), BenchBodies.track("bench.beside")));
        return generator
                .run(LoadPlan.of(server.port(), shapes)
                        .keys(0, 5_000)
                        .rate(PER_SECOND)
                        .lasting(1, seconds))
                .flawless();
    }

    /** Answers how many seconds it took; fails unless every row is there. */
    private double imported(int project, byte[] csv) {
        var asked = System.nanoTime();
        var job = awaitEnd(project, queue(project, csv));
        if (!job.getString("state").equals("completed") || job.getInteger("failureCount") > 0) {
            throw new AssertionError(job.encode());
        }
        return (System.nanoTime() - asked) / 1e9;
    }

    private String queue(int project, byte[] csv) {
        var file = new ApiClient.File("file", "contacts.csv", "text/csv", csv);
        var answer =
                server.api().upload("/contacts/import", projects.get(project).getString("secretKey"), file, Map.of());
        if (answer.status() != 202) {
            throw new AssertionError(answer.text());
        }
        return answer.body().getString("jobId");
    }

    private JsonObject awaitEnd(int project, String id) {
        var key = projects.get(project).getString("secretKey");
        var deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (System.nanoTime() - deadline < 0) {
            var job = server.api().get("/contacts/import/" + id, key).body();
            if (!List.of("waiting", "active", "delayed").contains(job.getString("state"))) {
                return job;
            }
            rest();
        }
        throw new AssertionError("The import does not end");
    }

    private static void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(10);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] file(String name, int rows) {
        var version = nextFile++;
        return IntStream.range(0, rows)
                .mapToObj(row -> "%s%d@bench.example.com,First%d,Last%d,team,Analytical Engines,GB,%d"
                        .formatted(name, row, row, row, version))
                .collect(Collectors.joining("\n", "email,firstName,lastName,plan,company,country,visits\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    void describe() {
        report.rate("import, new contacts (rows)", "import new");
        report.rate("import, existing contacts, one value changed (rows)", "import existing");
        report.rate("import beside 1,000 `/v1/track` a second (rows)", "import beside track");
        report.rate("export (rows)", "export");
        report.rate("import into a project with a million contacts (rows)", "import amid a million");
        report.rate("export of a million contacts (rows)", "export of a million");
        report.atLeast("import, new contacts", "import new", "rows/s", 5_000);
        report.atLeast("import beside 1,000 tracks a second", "import beside track", "rows/s", 5_000);
        report.atMost("track p99 at 1,000/s, nothing beside", "track p99 without import", "ms", 60);
        report.atMost("track p99 at 1,000/s beside imports", "track p99 beside import", "ms", 60);
        report.quotient("small import amid twenty : alone", "small import amid twenty", "small import alone", 2.0);
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
