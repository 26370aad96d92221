package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * The processor time of a search for a part of an address, of the jar and its PostgreSQL together, in a project of 100,000 contacts
 * and in one of a million, beside a thousand projects of a thousand contacts each and a hundred of ten thousand. By itself it takes
 * some ten minutes: {@code -Dgodwit.jar} names the jar.
 */
final class SearchBench implements AutoCloseable {

    private static final int TINY = 1_000;
    private static final int LITTLE = 10_000;
    private static final int SMALL = 100_000;
    private static final int LARGE = 1_000_000;
    private static final int CALLS = 200;

    /**
     * Texts of three characters or more: in no address, in a few, in some of a thousand (the signatures tell little of the last of
     * these), in one of a hundred, in every fifth and every fourth.
     */
    private static final List<String> TEXTS = List.of(
            "zqx", "nobody@exam", "a99999@", "1234", "999@", "123", "7a1", "99@", "anna", "gmail", "example.or");

    private final BenchReport report;
    private final JarServer server;
    private final List<String> keys = new ArrayList<>();

    SearchBench(Path directory, BenchReport report) throws SQLException {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("search"), Map.of());
        makeDemo(0, SMALL);
        makeDemo(1, LARGE);
        makeDemo(2, LITTLE);
        makeDemo(3, TINY);
        makeOthers(LARGE / TINY - 1, TINY);
        makeOthers(LARGE / LITTLE - 1, LITTLE);
        execute("VACUUM ANALYZE contacts");
        awaitMerged();
        execute("VACUUM ANALYZE address_blocks");
    }

    public static void main(String... arguments) throws Exception {
        try (var bench = new SearchBench(Files.createTempDirectory("search-bench-"), new BenchReport())) {
            bench.measure();
        }
    }

    private void makeDemo(int number, int contacts) throws SQLException {
        var project = BenchServers.projects(server).get(number);
        keys.add(project.getString("secretKey"));
        make(project.getString("projectId"), contacts);
    }

    /** Address blocks are merged for projects that have a row. */
    private void makeOthers(int projects, int contacts) throws SQLException {
        for (var number = 0; number < projects; number++) {
            var id = UUID.randomUUID().toString();
            execute("INSERT INTO projects (id, name) VALUES ('" + id + "', 'Bench')");
            make(id, contacts);
        }
    }

    private void make(String project, int contacts) throws SQLException {
        execute(ContactsBench.MAKE.formatted(project, contacts));
    }

    private void execute(String sql) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Full blocks have a signature; the last block of each project has none. */
    private void awaitMerged() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(10))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> BenchServers.count(
                                server,
                                "(SELECT FROM address_blocks WHERE signature IS NULL GROUP BY project_id HAVING count(*) >= 8) open")
                        == 0);
    }

    void measure() throws IOException {
        for (var text : TEXTS) {
            measure("search, 1,000", keys.get(3), "/contacts?search=" + text);
            measure("search, 10,000", keys.get(2), "/contacts?search=" + text);
            measure("search, 100,000", keys.get(0), "/contacts?search=" + text);
            measure("search, a million", keys.get(1), "/contacts?search=" + text);
            measure("palette, a million", keys.get(1), "/search?q=" + text);
        }
        for (var text : List.of("zz", "an", "q")) {
            measure("short search, 100,000", keys.get(0), "/contacts?search=" + text);
            measure("short search, a million", keys.get(1), "/contacts?search=" + text);
        }
        measure("contacts, page", keys.get(0), "/contacts?limit=20");
        measure("contacts, page behind", keys.get(0), "/contacts?limit=20&cursor=" + cursor(keys.get(0)));
    }

    private String cursor(String key) {
        return BenchServers.get(server, "/contacts?limit=100", key).getString("cursor");
    }

    /** The kernel counts in hundredths of a second, so one call would be too few. */
    private void measure(String figure, String key, String path) throws IOException {
        for (var call = 0; call < CALLS / 4; call++) {
            BenchServers.get(server, path, key);
        }
        var postgres = ProcessorTime.postgresMillis(server);
        var jvm = ProcessorTime.jvmMillis(server);
        for (var call = 0; call < CALLS; call++) {
            BenchServers.get(server, path, key);
        }
        var ofPostgres = (double) (ProcessorTime.postgresMillis(server) - postgres) / CALLS;
        var ofJvm = (double) (ProcessorTime.jvmMillis(server) - jvm) / CALLS;
        System.out.printf("bench: %s PostgreSQL %.2f ms, JVM %.2f ms %s%n", figure, ofPostgres, ofJvm, path);
        report.add(figure, ofPostgres + ofJvm);
    }

    void describe() {
        report.highest(
                "A search of three characters or more in 100,000 contacts, processor time", "search, 100,000", "ms", 2);
        report.highest("The same in a million contacts", "search, a million", "ms", 20);
        report.highest("The same in 10,000 contacts beside 1,100 other projects", "search, 10,000", "ms", 2);
        report.highest("The same in 1,000 contacts", "search, 1,000", "ms", 2);
        report.highest("The search over all kinds, a million contacts", "palette, a million", "ms", 20);
        report.highest("A search of one or two characters in 100,000", "short search, 100,000", "ms", 20);
        report.highest("The same in a million", "short search, a million", "ms", 100);
        report.highest("The first page of contacts, processor time", "contacts, page", "ms", 1);
        report.highest("A page behind a cursor", "contacts, page behind", "ms", 1);
    }

    @Override
    public void close() {
        server.close();
    }
}
