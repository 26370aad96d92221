package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * The processor time of a search for a part of an address, of the jar and its PostgreSQL together, in a project of 100,000 contacts
 * and in one of a million, beside a thousand projects of a thousand contacts each.
 */
final class SearchBench implements AutoCloseable {

    private static final int SMALL = 100_000;
    private static final int LARGE = 1_000_000;
    private static final int OTHER_PROJECTS = 1_000;
    private static final int CALLS = 200;

    /** Texts of three characters or more: in no address, in one, in some, in every fourth. */
    private static final List<String> TEXTS = List.of("zqx", "nobody@example", "a99999@", "9bb1", "gmail");

    private final BenchReport report;
    private final JarServer server;
    private final List<String> keys;

    SearchBench(Path directory, BenchReport report) throws SQLException {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("search"), Map.of());
        var projects = BenchServers.projects(server);
        this.keys =
                List.of(projects.get(0).getString("secretKey"), projects.get(1).getString("secretKey"));
        make(projects.get(0).getString("projectId"), SMALL);
        make(projects.get(1).getString("projectId"), LARGE);
        for (var number = 0; number < OTHER_PROJECTS; number++) {
            make(UUID.randomUUID().toString(), LARGE / OTHER_PROJECTS);
        }
        execute("VACUUM ANALYZE contacts");
        awaitMerged();
        execute("VACUUM ANALYZE address_blocks");
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

    /** Full blocks have a signature; one block of each project with contacts of its own may have room. */
    private void awaitMerged() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> BenchServers.count(server, "address_blocks WHERE octet_length(addresses) > 2900") == 0);
    }

    void measure() throws IOException {
        for (var text : TEXTS) {
            measure("search, 100,000", keys.get(0), "/contacts?search=" + text);
            measure("search, a million", keys.get(1), "/contacts?search=" + text);
            measure("palette, a million", keys.get(1), "/search?q=" + text);
        }
        for (var text : List.of("zz", "q")) {
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
        var before = ProcessorTime.millis(server);
        for (var call = 0; call < CALLS; call++) {
            BenchServers.get(server, path, key);
        }
        var spent = (double) (ProcessorTime.millis(server) - before) / CALLS;
        System.out.printf("bench: %s %.2f ms %s%n", figure, spent, path);
        report.add(figure, spent);
    }

    void describe() {
        report.highest(
                "A search of three characters or more in 100,000 contacts, processor time", "search, 100,000", "ms", 2);
        report.highest("The same in a million contacts", "search, a million", "ms", 20);
        report.highest("The search over all kinds, a million contacts", "palette, a million", "ms", 20);
        report.highest("A search of one or two characters in a million", "short search, a million", "ms", 100);
        report.highest("The first page of contacts, processor time", "contacts, page", "ms", 1);
        report.highest("A page behind a cursor", "contacts, page behind", "ms", 1);
    }

    @Override
    public void close() {
        server.close();
    }
}
