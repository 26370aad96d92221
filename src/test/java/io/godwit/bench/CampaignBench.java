package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures how fast an audience becomes mail, what that costs the JVM, and how long other mail of the same project waits meanwhile: a
 * campaign of a hundred thousand and one of a million, whose audience is passed over while nothing is sent and which is then cancelled,
 * then a million that is sent.
 */
final class CampaignBench implements AutoCloseable {

    private static final int SMALL = 100_000;
    private static final int LARGE = Integer.getInteger("bench.campaign", 1_000_000);

    /** Calls beside the pass over the audience of the last campaign; each is one mail. */
    private static final int CALLS = 600;

    private static final String MAKE = """
            INSERT INTO contacts (project_id, id, email, subscribed, data)
            SELECT '%1$s', (lpad(to_hex(1795000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
                            || substr(md5(n::text), 4, 15))::uuid,
                   'reader' || n || '@example.org', n %% 50 <> 0, jsonb_build_object('plan', 'pro', 'age', n %% 90)
              FROM generate_series(1, %2$d) n
            """;

    private static final String RATE = """
            SELECT audience_passed / extract(epoch FROM now() - started_at) FROM campaigns WHERE id = '%s' AND audience_done
            """;

    private static final String WAIT = """
            SELECT percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM message_date - created_at))
              FROM emails WHERE source = 'TRANSACTIONAL' AND status = 'SENT'
            """;

    private final BenchReport report;
    private final ChildJvm sink;
    private final String sinkPort;
    private final JarServer server;
    private final List<JsonObject> projects;
    private String passed = "";

    CampaignBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        this.sink = ChildJvm.start(SinkServer.class);
        this.sinkPort = sink.line();
        this.server = BenchServers.start(directory.resolve("campaigns"), Map.of("GODWIT_ROLES", "http,campaign,job"));
        this.projects = BenchServers.projects(server);
        make(0, SMALL);
        make(1, LARGE);
        make(2, LARGE);
        ask("VACUUM ANALYZE contacts");
        server.checkpoint();
    }

    private void make(int project, int contacts) throws SQLException {
        var id = projects.get(project).getString("projectId");
        ask(MAKE.formatted(id, contacts));
        ask("INSERT INTO contact_deltas VALUES ('%s', gen_random_uuid(), '{\"email\": %d, \"subscribed\": %d}')"
                .formatted(id, contacts, contacts));
    }

    void passes() throws Exception {
        pass(0);
        report.add("heap after small walk", ProcessMemory.heapAfterCollection(server.pid()));
        passed = send(1);
        report.add("fan-out", awaitPassed(passed));
        report.add("heap after large walk", ProcessMemory.heapAfterCollection(server.pid()));
    }

    private double pass(int project) throws Exception {
        return awaitPassed(send(project));
    }

    private double awaitPassed(String id) throws Exception {
        for (var ended = Instant.now().plusSeconds(600); Instant.now().isBefore(ended); ) {
            var rate = ask(RATE.formatted(id));
            if (rate != null) {
                return ((Number) rate).doubleValue();
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("The walk does not end");
    }

    private String send(int project) {
        var key = projects.get(project).getString("secretKey");
        var words = new JsonObject()
                .put("name", "Bench")
                .put("subject", "News for {{age}}")
                .put("body", "<p>Hello {{plan}}</p>")
                .put("from", "news@" + projects.get(project).getString("domain"))
                .put("audienceType", "ALL");
        var id = BenchServers.post(server, "/campaigns", key, words).getString("id");
        BenchServers.post(server, "/campaigns/" + id + "/send", key, new JsonObject());
        return id;
    }

    /** The million that waits in the queue. */
    void cancel() throws Exception {
        var key = projects.get(1).getString("secretKey");
        for (var call = 0; call < 5; call++) {
            stats(key);
        }
        var started = System.nanoTime();
        BenchServers.post(server, "/campaigns/" + passed + "/cancel", key, new JsonObject());
        report.add("cancel answered", since(started));
        while (stats(key).getJsonObject("books").getLong("pending") > 0) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        report.add("cancel told", since(started));
        while (BenchServers.count(server, "outbox WHERE campaign_id = '" + passed + "'") > 0) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        report.add("queue emptied", since(started));
        while (BenchServers.count(server, "emails WHERE status = 'PENDING' AND campaign_id = '" + passed + "'") > 0) {
            TimeUnit.SECONDS.sleep(3);
        }
        report.add("log written off", since(started));
    }

    private JsonObject stats(String key) {
        var started = System.nanoTime();
        var stats = BenchServers.get(server, "/campaigns/" + passed + "/stats", key);
        report.add("stats of a million", since(started) * 1000);
        return stats;
    }

    private static double since(long started) {
        return (System.nanoTime() - started) / 1e9;
    }

    /** Mail that was queued before is put off; then a campaign is queued and sent, and the project's other mail goes beside it. */
    void beside() throws Exception {
        ask("UPDATE campaigns SET status = 'SENT', ended_at = now(), due_at = NULL");
        ask("DELETE FROM outbox");
        server.stop();
        server.restart(Map.of(
                "GODWIT_ROLES", "http,send,campaign,job",
                "GODWIT_MAIL_HOST", "127.0.0.1",
                "GODWIT_MAIL_PORT", sinkPort,
                "GODWIT_MAIL_TLS", "none"));
        send(2);
        for (var call = 0; call < CALLS; call++) {
            BenchServers.post(server, "/v1/send", projects.get(2).getString("secretKey"), mail(call));
            TimeUnit.MILLISECONDS.sleep(30);
        }
        for (var ended = Instant.now().plusSeconds(60); Instant.now().isBefore(ended); ) {
            if (((Number) ask("SELECT count(*) FROM emails WHERE source = 'TRANSACTIONAL' AND status = 'SENT'"))
                            .intValue()
                    == CALLS) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        var sent = sent();
        TimeUnit.SECONDS.sleep(10);
        report.add("campaign mail sent", (sent() - sent) / 10);
        report.add("transactional wait p99", ((Number) ask(WAIT)).doubleValue());
    }

    private double sent() throws SQLException {
        return ((Number) ask("SELECT count(*) FROM emails WHERE campaign_id IS NOT NULL AND status = 'SENT'"))
                .doubleValue();
    }

    private JsonObject mail(int number) {
        return new JsonObject()
                .put("to", "buyer" + number + "@example.org")
                .put("from", "shop@" + projects.get(2).getString("domain"))
                .put("subject", "Your order")
                .put("body", "<p>Thank you</p>");
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
        report.atLeast("Campaign of a million, audience to queue", "fan-out", "rows/s", 10_000);
        report.row(
                "Heap after GC, campaign of a million beyond one of 100,000",
                "%.1f MB".formatted(report.median("heap after large walk") - report.median("heap after small walk")),
                "≤ 64 MB",
                report.median("heap after large walk") - report.median("heap after small walk") <= 64 ? "yes" : "no");
        report.highest("Stats of a campaign of a million", "stats of a million", "ms", 200);
        report.atMost("A campaign of a million is cancelled, and told so", "cancel told", "s", 5);
        report.atMost("Its queue is empty", "queue emptied", "s", 60);
        report.atMost("Its log is written off", "log written off", "s", 300);
        report.rate("Mail of a campaign, DKIM RSA-2048", "campaign mail sent");
        report.atMost("Transactional mail beside a campaign, p99 of its wait", "transactional wait p99", "s", 2);
    }

    @Override
    public void close() {
        server.close();
        sink.close();
    }
}
