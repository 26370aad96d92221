package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.LoadResult;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Requests: the echo, track in its three manners, the same path with batches of one, send in its two, the floor of the
 * bodies, and what a caller waits at 70 % of the peak.
 */
final class RequestBench implements AutoCloseable {

    /** Contacts that are there already: more than fit into one batch, few enough to be made quickly. */
    private static final long EXISTING = 20_000;

    private static final long HOT = 100;
    private static final double LOAD = 0.7;

    /** Seconds after a checkpoint: until then every page is written whole at its first change, which happens every five minutes. */
    private static final double SETTLED = 10;

    private static final int FLOOR_CONNECTIONS = 2;

    private final BenchReport report;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();
    private final ChildJvm echo;
    private final int echoPort;
    private final JarServer server;
    private final JarServer baseline;
    private final List<RequestShape> inline;
    private final List<RequestShape> templated;
    private long nextContact = 1_000_000;

    RequestBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        this.echo = ChildJvm.start(EchoServer.class);
        this.echoPort = Integer.parseInt(echo.line());
        this.server = BenchServers.start(directory.resolve("requests"), Map.of("GODWIT_ROLES", "http,job"));
        this.baseline = BenchServers.start(
                directory.resolve("baseline"),
                Map.of("GODWIT_ROLES", "http,job", "GODWIT_INGEST_BATCH", "1", "GODWIT_INGEST_CONNECTIONS", "32"));
        this.inline = inline(server);
        this.templated = templated(server);
    }

    /** Sends of each project with a body of 10 KB in every call. */
    static List<RequestShape> inline(JarServer server) {
        return BenchServers.projects(server).stream()
                .map(project ->
                        new RequestShape("/v1/send", key(project), BenchBodies.sendInline(project.getString("domain"))))
                .toList();
    }

    /** Sends by a template of each project. */
    static List<RequestShape> templated(JarServer server) {
        return BenchServers.projects(server).stream()
                .map(project ->
                        new RequestShape("/v1/send", key(project), BenchBodies.sendTemplate(template(server, project))))
                .toList();
    }

    private static String key(JsonObject project) {
        return project.getString("secretKey");
    }

    private static String template(JarServer server, JsonObject project) {
        var template = JsonObject.of(
                "name", "Order",
                "subject", "Your order {{order}}",
                "body", BenchBodies.templateBody(),
                "from", "shop@" + project.getString("domain"),
                "type", "TRANSACTIONAL");
        return BenchServers.post(server, "/templates", key(project), template).getString("id");
    }

    /** Until everything is compiled, which takes a server of its own kind some ten seconds; makes the contacts that exist. */
    void warmUp() throws Exception {
        warm(LoadPlan.of(server.port(), track(server, "bench.warm")).keys(0, EXISTING / 4), 12);
        warm(newContacts(LoadPlan.of(server.port(), track(server, "bench.warm"))), 25);
        warm(LoadPlan.of(server.port(), inline).keys(0, EXISTING / 4), 6);
        warm(LoadPlan.of(server.port(), templated).keys(0, EXISTING / 4), 6);
        warm(LoadPlan.of(echoPort, track(server, "bench.warm")), 6);
        warm(
                newContacts(LoadPlan.of(baseline.port(), track(baseline, "bench.warm")))
                        .connections(32),
                8);
    }

    private void warm(LoadPlan run, double seconds) throws Exception {
        generator.run(run.lasting(0, seconds)).flawless();
    }

    /** Every figure of small requests once, each beside those it is compared with. */
    void tracks() throws Exception {
        settle();
        report.add(
                "echo",
                generator
                        .run(LoadPlan.of(echoPort, track(server, "bench.echo")))
                        .flawless()
                        .perSecond());
        tracked("track new", newContacts(LoadPlan.of(server.port(), track(server, "bench.new"))));
        tracked(
                "track existing",
                LoadPlan.of(server.port(), track(server, "bench.existing")).keys(0, EXISTING / 4));
        tracked(
                "track hot",
                LoadPlan.of(server.port(), track(server, "bench.hot").subList(0, 1))
                        .keys(0, HOT));
        var single =
                LoadPlan.of(baseline.port(), track(baseline, "bench.single")).connections(32);
        counted("track one by one", baseline, "events", newContacts(single));
    }

    /** The same of mail. It comes after all tracks: bodies leave PostgreSQL with much to write back. */
    void sends() throws Exception {
        settle();
        counted(
                "send template",
                server,
                "emails",
                LoadPlan.of(server.port(), templated).keys(0, EXISTING / 4));
        counted(
                "send 10 KB",
                server,
                "emails",
                LoadPlan.of(server.port(), inline).keys(0, EXISTING / 4));
        report.add("insert floor", new InsertFloor(server, 2.5, 1).perSecond());
        report.add("insert floor, two", new InsertFloor(server, 2.5, FLOOR_CONNECTIONS).perSecond());
    }

    /** Writes of one figure that are left do not fall on the next. */
    private void settle() throws Exception {
        for (var each : List.of(server, baseline)) {
            each.checkpoint();
        }
    }

    private LoadPlan newContacts(LoadPlan run) {
        nextContact += 1_000_000;
        return run.keys(nextContact, 0);
    }

    private void tracked(String figure, LoadPlan run) throws Exception {
        var measured = counted(figure, server, "events", run);
        report.add(figure + " p99", measured.p99());
    }

    /** Runs it, and compares the answers with the rows. */
    private LoadResult counted(String figure, JarServer at, String table, LoadPlan run) throws Exception {
        var before = BenchServers.count(at, table);
        var measured = generator.run(run).flawless();
        var rows = BenchServers.count(at, table) - before;
        if (rows != measured.accepted()) {
            throw new AssertionError(figure + ": " + measured.accepted() + " answers, but " + rows + " rows");
        }
        report.add(figure, measured.perSecond());
        return measured;
    }

    /** Tracks of one event in each project. */
    static List<RequestShape> track(JarServer server, String event) {
        return BenchServers.projects(server).stream()
                .map(project -> new RequestShape("/v1/track", key(project), BenchBodies.track(event)))
                .toList();
    }

    /** Measures the wait of a caller when requests come by the clock, at 70 % of the peak. */
    void trackLatency() throws Exception {
        settle();
        var open = LoadPlan.of(server.port(), track(server, "bench.open"))
                .rate(LOAD * report.median("track new"))
                .lasting(SETTLED, 6);
        var measured = counted("track open loop", server, "events", newContacts(open));
        report.add("track open loop p50", measured.p50());
        report.add("track open loop p99", measured.p99());
    }

    void sendLatency() throws Exception {
        settle();
        var open = LoadPlan.of(server.port(), templated)
                .keys(0, EXISTING / 4)
                .rate(LOAD * report.median("send template"))
                .lasting(SETTLED, 6);
        var measured = counted("send open loop", server, "emails", open);
        report.add("send open loop p50", measured.p50());
        report.add("send open loop p99", measured.p99());
    }

    /** The server with everything the load left in it. */
    JarServer server() {
        return server;
    }

    void describe() {
        report.rate("The same POST echoed by a bare router", "echo");
        report.rate("`/v1/track`, new contacts", "track new");
        report.rate("`/v1/track`, existing contacts", "track existing");
        report.rate("`/v1/track`, 100 hot contacts of one project", "track hot");
        report.rate("the track path, batches of 1, 32 connections", "track one by one");
        report.rate("`/v1/send`, template", "send template");
        report.rate("`/v1/send`, 10 KB body", "send 10 KB");
        report.rate("multi-row INSERT of 10 KB bodies, one connection", "insert floor");
        report.rate("multi-row INSERT of 10 KB bodies, two connections", "insert floor, two");
        report.ratio("track new : batches of 1", "track new", "track one by one", 2.0);
        report.ratio("track hot : track existing", "track hot", "track existing", 0.5);
        report.ratio("send template : track existing", "send template", "track existing", 0.5);
        report.ratio("send 10 KB : INSERT, one connection", "send 10 KB", "insert floor", 0.6);
        report.atMost("track p99, open loop at 70 % of the peak", "track open loop p99", "ms", 60);
        report.atMost("send p99, open loop at 70 % of the peak", "send open loop p99", "ms", 60);
    }

    @Override
    public void close() {
        generator.close();
        echo.close();
        server.close();
        baseline.close();
    }
}
