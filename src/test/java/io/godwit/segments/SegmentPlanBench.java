package io.godwit.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bench.BenchHistory;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.events.EventAppender;
import io.godwit.segments.api.MemberPager;
import io.godwit.segments.api.SegmentDependencies;
import io.godwit.segments.compute.SegmentComputer;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterReader;
import io.godwit.web.JsonBody;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Segments of a project with a million contacts and ten million events: how long a count, a computation and a page of members
 * take, with the plan of each statement, for whoever wonders about a figure of the benchmarks. Needs some 6 GB under {@code
 * segments.dir} and ten minutes. Run with {@code -Pbench -Dtest=SegmentPlanBench}.
 */
@Tag("bench")
class SegmentPlanBench {

    private static final int CONTACTS = Integer.getInteger("segments.contacts", 1_000_000);
    private static final int EVENTS = Integer.getInteger("segments.events", 10_000_000);
    private static final Path DIRECTORY =
            Path.of(System.getProperty("segments.dir", "target/segment-bench")).toAbsolutePath();

    private static final ProjectId PROJECT = new ProjectId(new UUID(7, 7));
    private static final Tenant TENANT = Tenant.system(PROJECT);

    private static Vertx vertx;
    private static Database database;
    private static SegmentDependencies dependencies;

    @BeforeAll
    static void fill() throws Exception {
        vertx = Vertx.vertx();
        Files.createDirectories(DIRECTORY);
        database = Database.open(vertx, new DatabaseSettings(Optional.empty(), DIRECTORY, 4, 4))
                .await();
        dependencies = SegmentDependencies.of(
                vertx,
                database,
                new EventAppender(),
                new SegmentSettings(Duration.ofMinutes(5), Duration.ofSeconds(90)));
        if (count("SELECT count(*) FROM (SELECT 1 FROM contacts LIMIT 1) one") == 0) {
            var started = System.nanoTime();
            BenchHistory.statements(PROJECT.toString(), CONTACTS, EVENTS).forEach(SegmentPlanBench::execute);
            System.out.printf("filled in %.0f s%n", (System.nanoTime() - started) / 1e9);
        }
    }

    @AfterAll
    static void close() throws Exception {
        database.close().await();
        vertx.close().await();
        try (var files = Files.walk(DIRECTORY)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    /** On a connection without the limits of the pools. */
    private static void execute(String sql) {
        var connection = database.dedicated().await();
        connection
                .query(
                        "SET statement_timeout = 0; SET lock_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'")
                .execute()
                .compose(ignored -> connection.query(sql).execute())
                .await();
        connection.close().await();
    }

    private static long count(String sql) {
        return database.workers().query(sql).execute().await().iterator().next().getLong(0);
    }

    private static Map<String, Object> condition(String field, String operator, Object value, String... unit) {
        var condition = new LinkedHashMap<String, Object>();
        condition.put("field", field);
        condition.put("operator", operator);
        condition.put("value", value);
        if (unit.length > 0) {
            condition.put("unit", unit[0]);
        }
        return condition;
    }

    private static Filter filter(List<Map<String, Object>> conditions) {
        var json = Map.<String, Object>of("operator", "AND", "conditions", conditions);
        var body = JsonBody.of(Json.readObject(Json.write(json)));
        var filter = FilterReader.read(body);
        return body.build(() -> filter);
    }

    @Test
    void counts() {
        measure(
                "field: plan = pro and age > 30",
                5,
                filter(List.of(condition("data.plan", "equals", "pro"), condition("data.age", "greaterThan", 30))));
        measure("field: city contains, any case", 5, filter(List.of(condition("data.city", "contains", "ГОРОД 77"))));
        measure("field: nested zip", 5, filter(List.of(condition("data.address.zip", "equals", "00777"))));
        measure("field: date within 30 days", 5, filter(List.of(condition("data.seen", "within", 30, "days"))));
        measure(
                "field: createdAt and subscribed",
                5,
                filter(List.of(condition("createdAt", "within", 90, "days"), condition("subscribed", "equals", true))));
        measure("event: opened (4M) ever", 30, filter(List.of(condition("event.opened", "triggered", 1))));
        measure(
                "event: bought (1M) within 30 days",
                30,
                filter(List.of(condition("event.bought", "triggeredWithin", 30, "days"))));
        measure("event: rare never", 30, filter(List.of(condition("event.rare", "notTriggered", 1))));
        measure(
                "event: opened within 14 days or bought, pro, never rare",
                30,
                filter(List.of(
                        condition("event.opened", "triggeredWithin", 14, "days"),
                        condition("event.bought", "triggeredOlderThan", 7, "days"),
                        condition("event.rare", "notTriggered", 1),
                        condition("data.plan", "equals", "pro"))));
    }

    private static void measure(String what, double goal, Filter filter) {
        var seconds = new ArrayList<Double>();
        var count = new long[1];
        for (var round = 0; round < 3; round++) {
            seconds.add(seconds(() -> new SegmentCounter(database, dependencies.segments())
                    .count(TENANT, filter)
                    .onSuccess(found -> count[0] = found)));
        }
        System.out.printf(
                "%-55s %8d  %s s, goal %.0f%s%n",
                what,
                count[0],
                rounded(seconds),
                goal,
                seconds.stream().mapToDouble(one -> one).max().orElse(0) > goal ? " MISSED" : "");
        explain(filter);
    }

    private static List<String> rounded(List<Double> seconds) {
        return seconds.stream().map("%.2f"::formatted).toList();
    }

    private static double seconds(Supplier<Future<?>> work) {
        var started = System.nanoTime();
        work.get().await();
        return (System.nanoTime() - started) / 1e9;
    }

    private static void explain(Filter filter) {
        var selection =
                dependencies.segments().all(database.workers(), TENANT, filter).await();
        database.workerTransaction(
                        tx -> new SegmentMemberStore().raiseWorkMemory(tx).compose(ignored -> tx.preparedQuery(
                                        "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) SELECT count(*) FROM " + selection.from()
                                                + " WHERE " + selection.where())
                                .execute(Tuple.from(selection.parameters()))))
                .await()
                .forEach(row -> System.out.println("    " + row.getString(0)));
    }

    @Test
    void computations() {
        for (var filter : List.of(
                filter(List.of(condition("data.plan", "equals", "pro"))),
                filter(List.of(condition("event.opened", "triggeredWithin", 30, "days"))))) {
            var id = tracked(filter);
            var computer = dependencies.computation();
            var result = new SegmentComputer.Result[1];
            var first = seconds(() -> computer.compute(TENANT, id).onSuccess(done -> result[0] = done));
            System.out.printf("taken in silently: %s in %.1f s%n", result[0], first);
            var again = seconds(() -> computer.compute(TENANT, id).onSuccess(done -> result[0] = done));
            System.out.printf("nothing new: %s in %.1f s%n", result[0], again);
            execute("DELETE FROM segment_members WHERE segment_id = '" + id
                    + "' AND contact_id IN (SELECT contact_id FROM segment_members WHERE segment_id = '" + id
                    + "' LIMIT 20000)");
            var news = seconds(() -> computer.compute(TENANT, id).onSuccess(done -> result[0] = done));
            System.out.printf("20,000 entries with events: %s in %.1f s%n", result[0], news);
            assertThat(result[0].added()).isEqualTo(20_000);
            execute("DELETE FROM segment_members WHERE segment_id = '" + id + "'");
            execute("DELETE FROM segments WHERE id = '" + id + "'");
        }
    }

    @Test
    void pages() {
        var id = tracked(filter(List.of(condition("subscribed", "equals", true))));
        var segment = dependencies.segments().find(TENANT, id).await();
        var pager = new MemberPager(dependencies, MemberPager.SMALL_PROJECT);
        var total = new long[1];
        var made = seconds(() -> pager.page(TENANT, segment, new MemberPager.PagePosition(1, 100))
                .onSuccess(page -> total[0] = page.total()));
        System.out.printf("first page ever, of %d members: %.1f s%n", total[0], made);
        for (var depth : List.of(1L, 100L, total[0] / 200, total[0] / 100)) {
            var times = new ArrayList<Double>();
            for (var round = 0; round < 20; round++) {
                var position = new MemberPager.PagePosition((int) Math.max(1, depth - round), 100);
                times.add(seconds(() -> pager.page(TENANT, segment, position)));
            }
            times.sort(null);
            System.out.printf(
                    "page %d: median %.0f ms, slowest of 20 %.0f ms, goal 100%n",
                    depth, times.get(10) * 1000, times.get(19) * 1000);
        }
        execute("DELETE FROM segments WHERE id = '" + id + "'");
    }

    private static SegmentId tracked(Filter filter) {
        var request = new SegmentRequest.Create(
                "bench " + Ids.next(), Optional.empty(), SegmentType.DYNAMIC, Optional.of(filter), true);
        return database.transaction(tx -> new SegmentEditor(dependencies.segments(), SegmentUsages.NONE)
                        .create(tx, TENANT, request, new SegmentStore.FirstCount(Optional.empty(), Duration.ofDays(1))))
                .await()
                .id();
    }
}
