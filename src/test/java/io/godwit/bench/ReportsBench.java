package io.godwit.bench;

import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Analytics, activity and the message log of a project with most of ten million events, by its API. */
final class ReportsBench implements AutoCloseable {

    private static final int CONTACTS = Integer.getInteger("reports.contacts", 1_000_000);
    private static final int MAILS = Integer.getInteger("reports.mails", 3_900_000);
    private static final int SKIPPED = Integer.getInteger("reports.skipped", 1_000_000);
    private static final int CALLS = 40;
    private static final double GOAL_MILLIS = 300;

    private final BenchReport report;
    private final JarServer server;
    private final String project;
    private final String key;
    private final Map<String, Double> rowToP95 = new LinkedHashMap<>();
    private long events;

    ReportsBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        this.server = BenchServers.start(directory.resolve("reports"), Map.of());
        var projects = BenchServers.projects(server);
        this.project = projects.get(0).getString("projectId");
        this.key = projects.get(0).getString("secretKey");
        fill(projects.stream().map(each -> each.getString("projectId")).toList());
        server.stop();
        server.restart();
        awaitCounts();
    }

    private void fill(List<String> projects) throws Exception {
        var started = System.nanoTime();
        var work = MailHistory.work(projects, CONTACTS, MAILS, SKIPPED);
        runAll(work.before());
        var beside = work.beside().stream()
                .map(statements ->
                        CompletableFuture.runAsync(() -> runAll(statements), command -> new Thread(command).start()))
                .toList();
        beside.forEach(CompletableFuture::join);
        runAll(work.after());
        server.checkpoint();
        events = BenchServers.count(server, "events");
        System.out.printf("bench: %,d events filled in, in %.0f s%n", events, (System.nanoTime() - started) / 1e9);
    }

    private void runAll(List<String> statements) {
        statements.forEach(this::run);
    }

    private void run(String sql) {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute("SET maintenance_work_mem = '512MB'");
            statement.execute("SET work_mem = '512MB'");
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** Hours and days that are over are counted when a node starts. */
    private void awaitCounts() throws Exception {
        var started = System.nanoTime();
        while (BenchServers.count(server, "email_count_progress WHERE counted_until > now() - interval '12 minutes'")
                        == 0
                || BenchServers.count(
                                server,
                                "event_count_progress WHERE counted_until >= (now() - interval '12 minutes')::date")
                        < BenchServers.projects(server).size()) {
            if (System.nanoTime() - started > Duration.ofMinutes(15).toNanos()) {
                throw new AssertionError("The past is not counted");
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        System.out.printf("bench: 95 days counted in %.0f s%n", (System.nanoTime() - started) / 1e9);
        run("VACUUM ANALYZE email_counts");
        run("VACUUM ANALYZE email_provider_counts");
        run("VACUUM ANALYZE event_daily_counts");
    }

    /** A month in numbers must be what the log says of it, event by event. */
    void compare() throws SQLException {
        var days = new JsonArray(BenchServers.text(
                server, "/analytics/timeseries?startDate=" + daysAgo(60) + "&endDate=" + daysAgo(31), key));
        var counted = Stream.of("emails", "delivered", "opens", "clicks", "bounces", "complaints")
                .map(name -> days.stream()
                        .mapToLong(day -> ((JsonObject) day).getLong(name))
                        .sum())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
        var found = value("""
                SELECT concat_ws(' ', count(*) FILTER (WHERE name = 'email.sent'), count(*) FILTER (WHERE name = 'email.delivery'),
                       count(*) FILTER (WHERE name = 'email.open' AND data @> '{"isFirstOpen": true}'), count(*) FILTER (WHERE name = 'email.click'),
                       count(*) FILTER (WHERE name = 'email.bounce'), count(*) FILTER (WHERE name = 'email.complaint'))
                  FROM events
                 WHERE project_id = '%s' AND id >= uuid_v7_floor('%s Z') AND id < uuid_v7_floor('%s Z')
                """.formatted(project, daysAgo(60), daysAgo(30)));
        System.out.printf("bench: a month %s, by a full count %s%n", counted, found);
        if (!counted.equals(found)) {
            throw new AssertionError("A month is " + counted + ", but the log says " + found);
        }
    }

    void analytics() throws SQLException {
        var long90 = "startDate=" + daysAgo(89);
        var row = "Time series, 90 days or 744 hours";
        measure(row, "/analytics/timeseries?" + long90);
        measure(row, "/analytics/timeseries?timeZone=Asia/Kolkata&stream=CAMPAIGN&" + long90);
        measure(row, "/analytics/timeseries?timeZone=America/New_York");
        measure(row, "/analytics/timeseries?granularity=hourly&timeZone=Europe/Berlin");
        row = "Campaigns and their links";
        measure(row, "/analytics/campaign-stats?" + long90);
        measure(row, "/analytics/top-campaigns?metric=openRate&limit=50&" + long90);
        measure(row, "/analytics/links?campaignId=" + largeCampaign());
        row = "Overview, heat map and audience, 90 days";
        measure(row, "/analytics/overview?" + long90);
        measure(row, "/analytics/overview?timeZone=Europe/Berlin&stream=CAMPAIGN&" + long90);
        measure(row, "/analytics/heatmap?timeZone=Asia/Kolkata&" + long90);
        measure(row, "/analytics/audience?" + long90);
        row = "Rankings and links, 90 days";
        measure(row, "/analytics/leaderboard?kind=campaign&limit=50&" + long90);
        measure(row, "/analytics/leaderboard?kind=template&limit=50&" + long90);
        measure(row, "/analytics/leaderboard?kind=workflow&limit=50&" + long90);
        measure(row, "/analytics/links?" + long90);
        row = "Top events, deliverability by provider";
        measure(row, "/analytics/top-events?limit=20&" + long90);
        measure(row, "/analytics/deliverability?" + long90);
    }

    private static String daysAgo(int days) {
        return Instant.now().minus(Duration.ofDays(days)).toString().substring(0, 10);
    }

    private String largeCampaign() throws SQLException {
        return value("SELECT campaign_id FROM campaign_counts WHERE project_id = '" + project
                + "' ORDER BY sent DESC LIMIT 1");
    }

    private String value(String sql) throws SQLException {
        try (var connection = server.connect();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    void activity() throws SQLException {
        var row = "Activity, a page at any depth, all types or one";
        measure(row, "/activity?limit=100");
        for (var type : List.of(
                "event.triggered",
                "email.sent",
                "email.opened",
                "email.bounced",
                "email.complaint",
                "email.received")) {
            measure(row, "/activity?types=" + type);
        }
        measure(row, "/activity?types=email.failed");
        measure(row, "/activity?types=email.suppressed");
        measure(
                row,
                "/activity?contactId="
                        + value("SELECT contact_id FROM events WHERE project_id = '" + project
                                + "' AND name = 'email.complaint' ORDER BY id DESC LIMIT 1"));
        measure(row, deeper("/activity?limit=100&endDate=" + daysAgo(80) + "&startDate=" + daysAgo(94), ""));
        measure(
                row,
                deeper(
                        "/activity?limit=1&types=email.complaint&endDate=" + daysAgo(80) + "&startDate=" + daysAgo(94),
                        "&types=email.complaint"));
        row = "Activity in numbers, types, what is planned";
        measure(row, "/activity/stats");
        measure(row, "/activity/stats?startDate=" + daysAgo(94));
        measure(row, "/activity/recent-count?minutes=60");
        measure(row, "/activity/types");
        measure(row, "/activity/upcoming");
    }

    /** The cursor of the next page. */
    private String deeper(String path, String more) {
        var page = BenchServers.get(server, path, key);
        return path.substring(0, path.indexOf('?')) + "?limit=100&cursor="
                + URLEncoder.encode(page.getString("cursor"), StandardCharsets.UTF_8) + more;
    }

    void emails() throws SQLException {
        var row = "The message log, a page by any filter";
        measure(row, "/emails?limit=100");
        for (var status : List.of(
                "PENDING",
                "SENDING",
                "SENT",
                "DELIVERED",
                "OPENED",
                "CLICKED",
                "BOUNCED",
                "COMPLAINED",
                "FAILED",
                "SUPPRESSED",
                "CANCELLED",
                "RECEIVED")) {
            measure(row, "/emails?status=" + status);
        }
        measure(row, "/emails?campaignId=" + largeCampaign());
        measure(row, "/emails?campaignId=" + largeCampaign() + "&status=CLICKED");
        measure(row, "/emails?to=contact7919@outlook.com");
        var some = value("SELECT id FROM emails WHERE project_id = '" + project
                + "' AND status = 'CLICKED' ORDER BY id LIMIT 1 OFFSET 1000");
        measure(
                row,
                "/emails?contactId="
                        + value("SELECT contact_id FROM emails WHERE project_id = '" + project + "' AND id = '" + some
                                + "'"));
        measure(row, deeper("/emails?limit=100", ""));
        measure("One mail with its attempts and events", "/emails/" + some);
    }

    void security() {
        measure("The security state beside a million skipped mails", "/users/@me/projects/" + project + "/security");
    }

    /** After one call that warms up, which must not take long either. */
    private void measure(String row, String path) {
        var first = time(path);
        var times = new ArrayList<Double>();
        for (var call = 0; call < CALLS; call++) {
            times.add(time(path));
        }
        times.sort(null);
        var median = times.get(CALLS / 2);
        var p95 = times.get(CALLS * 95 / 100);
        System.out.printf(Locale.ROOT, "bench: %7.1f ms, p95 %7.1f, the first %7.1f %s%n", median, p95, first, path);
        report.add(row, median);
        rowToP95.merge(row, p95, Math::max);
    }

    private double time(String path) {
        var started = System.nanoTime();
        BenchServers.text(server, path, key);
        return (System.nanoTime() - started) / 1e6;
    }

    /** The slowest call of each row. */
    void describe() {
        rowToP95.forEach((row, p95) -> {
            var median = report.most(row);
            report.row(
                    row + String.format(Locale.ROOT, " (%,.1f million events)", events / 1e6),
                    String.format(Locale.ROOT, "%.0f ms (p95 %.0f)", median, p95),
                    String.format(Locale.ROOT, "≤ %.0f ms", GOAL_MILLIS),
                    median <= GOAL_MILLIS ? "yes" : "no");
        });
    }

    @Override
    public void close() {
        server.close();
    }
}
