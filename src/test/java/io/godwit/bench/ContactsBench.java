package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;

/** Lists, searches and fields of a project with a million contacts, one call after the other; the worst of each kind counts. */
final class ContactsBench implements AutoCloseable {

    private static final int CONTACTS = 1_000_000;
    private static final int CALLS = 20;

    /** Contacts of a project whose ids grow with the time of their making, as UUIDv7 do. %1$s is the project, %2$d the number. */
    static final String MAKE = """
            INSERT INTO contacts (project_id, id, email, subscribed, data)
            SELECT '%1$s', (lpad(to_hex(1795000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
                            || substr(md5(n::text), 4, 15))::uuid,
                   (ARRAY['anna', 'bruno', 'carla', 'david', 'emma'])[1 + n %% 5] || '.' || substr(md5(n::text), 1, 6) || n
                   || '@' || (ARRAY['gmail.com', 'example.org', 'outlook.com', 'web.de'])[1 + n %% 4],
                   n %% 3 <> 0,
                   jsonb_build_object('plan', (ARRAY['free', 'pro', 'team'])[1 + n %% 3], 'age', n %% 90,
                                      'city', 'City ' || n %% 500, 'address', jsonb_build_object('zip', n::text))
              FROM generate_series(1, %2$d) n
            """;

    private static final String COUNT = """
            INSERT INTO contact_deltas (project_id, id, deltas)
            SELECT '%1$s', gen_random_uuid(), jsonb_build_object('email', count(*), 'subscribed', sum(subscribed::int),
                   'plan', count(*), 'age', count(*), 'city', count(*), 'address', count(*), 'address.zip', count(*))
              FROM contacts WHERE project_id = '%1$s'
            """;

    private static final String TYPES = """
            INSERT INTO fields (project_id, name, type)
            SELECT '%1$s', unnest(ARRAY['plan', 'age', 'city', 'address', 'address.zip']), 'string'
            """;

    private final BenchReport report;
    private final JarServer server;
    private final String key;

    ContactsBench(Path directory, BenchReport report) throws SQLException {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("contacts"), Map.of());
        var project = BenchServers.projects(server).get(0);
        this.key = project.getString("secretKey");
        make(project.getString("projectId"));
    }

    private void make(String project) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute(MAKE.formatted(project, CONTACTS));
            statement.execute(COUNT.formatted(project));
            statement.execute(TYPES.formatted(project));
            statement.execute("VACUUM ANALYZE contacts");
        }
        server.checkpoint();
    }

    void measure() {
        var cursor = BenchServers.get(server, "/contacts?limit=100", key).getString("cursor");
        check(BenchServers.get(server, "/contacts", key).getLong("total"), CONTACTS);
        for (var query : new String[] {
            "", "?limit=100&cursor=" + cursor, "?limit=100&sort=email", "?sort=createdAt&dir=asc", "?subscribed=false"
        }) {
            measure("contacts, list", "/contacts" + query);
        }
        for (var search :
                new String[] {"%25", "_", "zz", "a", "gmail", "abc12", "NOBODY@example.org", "x&sort=email"}) {
            measure("contacts, search", "/contacts?search=" + search);
        }
        measure("contacts, fields", "/contacts/fields");
        for (var field : new String[] {"plan", "city", "address.zip", "address.none", "nobodyhasit"}) {
            measure("contacts, values", "/contacts/fields/" + field + "/values");
        }
    }

    private static void check(long counted, long expected) {
        if (counted != expected) {
            throw new AssertionError(counted + " contacts instead of " + expected);
        }
    }

    /** The median of some calls, after one that warms up. */
    private void measure(String figure, String path) {
        BenchServers.get(server, path, key);
        var times = new double[CALLS];
        for (var call = 0; call < CALLS; call++) {
            var started = System.nanoTime();
            BenchServers.get(server, path, key);
            times[call] = (System.nanoTime() - started) / 1e6;
        }
        Arrays.sort(times);
        System.out.printf("bench: %s%n", path);
        report.add(figure, times[CALLS / 2]);
    }

    void describe() {
        report.highest("A page of a million contacts", "contacts, list", "ms", 50);
        report.highest("A search in a million contacts", "contacts, search", "ms", 200);
        report.highest("The fields of a million contacts", "contacts, fields", "ms", 500);
        report.highest("The values of a field of a million contacts", "contacts, values", "ms", 500);
    }

    @Override
    public void close() {
        server.close();
    }
}
