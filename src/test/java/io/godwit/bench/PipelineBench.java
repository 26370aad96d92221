package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures how fast queued mail leaves: plain mail, and a newsletter of 10 KB with 70 tracked links. The mails of each project are queued
 * while nothing is sent and put off; then one project after the other becomes due. The mail of the second half is not signed.
 *
 * <p>By itself: {@code java -Dgodwit.jar=… -Dbench.before=… -cp … io.godwit.bench.PipelineBench} measures a jar by turns with that of an
 * earlier version, each with a database of its own; {@code -Dgodwit.contract=false} lets the earlier one answer as it did.
 * {@code bench.rounds} and {@code bench.mails} say how long, {@code bench.sink} names another mail server, see {@link CountingSink}.
 */
final class PipelineBench implements AutoCloseable {

    private static final int MAILS = Integer.getInteger("bench.mails", 6_000);
    private static final int PER_CALL = 1_000;
    private static final int CONNECTIONS = 20;
    private static final String BEFORE = "before: ";

    private final Path directory;
    private final BenchReport report;
    private final int rounds;
    private final CountingSink sink;
    private final List<Version> versions = new ArrayList<>();
    private Optional<ChildJvm> bare = Optional.empty();

    private enum Body {
        PLAIN,
        NEWSLETTER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A jar with its database. */
    private record Version(String name, JarServer server, Iterator<JsonObject> projects) {}

    /**
     * @param before the jar of an earlier version
     * @param rounds of each kind of mail, after one to warm up
     */
    PipelineBench(Path directory, BenchReport report, Optional<Path> before, int rounds) throws Exception {
        this.directory = directory;
        this.report = report;
        this.rounds = rounds;
        this.sink = CountingSink.start();
        versions.add(version("", GodwitJar.path()));
        if (before.isPresent()) {
            versions.add(version(BEFORE, before.get()));
        }
    }

    public static void main(String[] args) throws Exception {
        var report = new BenchReport();
        var before = Optional.ofNullable(System.getProperty("bench.before")).map(Path::of);
        var directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "bench-pipeline-");
        try (var bench = new PipelineBench(directory, report, before, Integer.getInteger("bench.rounds", 2))) {
            bench.measure();
            bench.describe();
        }
        report.write("The send pipeline, " + CONNECTIONS + " connections");
        System.exit(0);
    }

    /** With its mails queued, in the order of the measurements: halves, rounds, bodies. */
    private Version version(String name, Path jar) throws Exception {
        var bodies = new ArrayList<Body>();
        for (var round = 0; round < 2 * (1 + rounds); round++) {
            bodies.addAll(List.of(Body.values()));
        }
        var quiet = Map.of("GODWIT_ROLES", "http,job", "GODWIT_DEMO_PROJECTS", Integer.toString(bodies.size()));
        var server = JarServer.start(jar, directory.resolve("pipeline" + versions.size()), quiet);
        var projects = BenchServers.projects(server);
        for (var number = 0; number < bodies.size(); number++) {
            queue(server, projects.get(number), bodies.get(number));
        }
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() + interval '1 day'");
        }
        return new Version(name, server, projects.iterator());
    }

    private static void queue(JarServer server, JsonObject project, Body body) {
        for (int call = 0; call < MAILS / PER_CALL; call++) {
            var first = call * PER_CALL;
            var to = IntStream.range(first, first + PER_CALL)
                    .mapToObj(i -> "m" + i + "@bench.example.com")
                    .toList();
            BenchServers.post(
                    server, "/v1/send", project.getString("secretKey"), mail(project, body, new JsonArray(to)));
        }
    }

    private static JsonObject mail(JsonObject project, Body body, JsonArray to) {
        var html = body == Body.PLAIN
                ? BenchBodies.html("1000000000")
                : BenchBodies.newsletter("{{firstName ?? 'there'}}");
        return JsonObject.of(
                "to",
                to,
                "from",
                "shop@" + project.getString("domain"),
                "subject",
                "Your order",
                "body",
                html,
                "tracking",
                body == Body.NEWSLETTER);
    }

    private Map<String, String> sending(boolean signed) {
        return Map.of(
                "GODWIT_SENDING_SIGN",
                Boolean.toString(signed),
                "GODWIT_ROLES",
                "http,send,job",
                "GODWIT_MAIL_HOST",
                "127.0.0.1",
                "GODWIT_MAIL_PORT",
                Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS",
                "none",
                "GODWIT_MAIL_CONNECTIONS",
                Integer.toString(CONNECTIONS));
    }

    /** Measures the bare mail client, too, beside each round. */
    void withBareClient() throws Exception {
        var client = ChildJvm.start(
                BareMail.class,
                Integer.toString(sink.port()),
                Integer.toString(CONNECTIONS),
                message().toString());
        client.line();
        client.ask(Integer.toString(MAILS));
        bare = Optional.of(client);
    }

    /** The message the pipeline itself would hand over, as the catcher shows it. */
    private Path message() throws Exception {
        try (var caught = BenchServers.start(directory.resolve("caught"), Map.of())) {
            var project = BenchServers.projects(caught).get(0);
            var mail = mail(project, Body.PLAIN, JsonArray.of("ada@bench.example.com"));
            BenchServers.post(caught, "/v1/send", project.getString("secretKey"), mail);
            var file = directory.resolve("message.eml");
            Files.writeString(file, firstCaught(caught), StandardCharsets.US_ASCII);
            return file;
        }
    }

    private static String firstCaught(JarServer server) throws Exception {
        var list = new JsonArray();
        while (list.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
            list = new JsonArray(server.api().get("/dev/mailbox/messages", "").text());
        }
        return list.getJsonObject(0).getString("raw");
    }

    /** The versions take turns, so that they see the same machine. */
    void measure() throws Exception {
        half(true);
        half(false);
    }

    private void half(boolean signed) throws Exception {
        for (var version : versions) {
            version.server().stop();
            version.server().restart(sending(signed));
        }
        for (var round = 0; round <= rounds; round++) {
            if (bare.isPresent() && round > 0) {
                report.add("bare mail client", Double.parseDouble(bare.get().ask(Integer.toString(MAILS))));
            }
            for (var body : Body.values()) {
                for (var version : versions) {
                    var figure = version.name() + figure(signed, body);
                    release(version, (round == 0 ? "warm-up, " : "") + figure);
                }
            }
        }
    }

    private static String figure(boolean signed, Body body) {
        return "pipeline, " + (signed ? "signed" : "unsigned") + ", " + body;
    }

    /** From a tenth of the mails to nine tenths, so that neither the poll nor the last stragglers count. */
    private void release(Version version, String figure) throws Exception {
        var before = sink.taken();
        var server = version.server();
        var project = UUID.fromString(version.projects().next().getString("projectId"));
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() WHERE project_id = '" + project + "'");
        }
        awaitTaken(before + MAILS / 10);
        var firstCount = sink.taken();
        var firstTime = System.nanoTime();
        var jvm = ProcessorTime.jvmMillis(server);
        var postgres = ProcessorTime.postgresMillis(server);
        var sinkBefore = sink.cpuMillis();
        awaitTaken(before + MAILS * 9L / 10);
        var emails = (double) (sink.taken() - firstCount);
        report.add(figure + " sink", 1_000 * (sink.cpuMillis() - sinkBefore) / emails);
        report.add(figure, emails / ((System.nanoTime() - firstTime) / 1e9));
        report.add(figure + " JVM", 1_000 * (ProcessorTime.jvmMillis(server) - jvm) / emails);
        report.add(figure + " PostgreSQL", 1_000 * (ProcessorTime.postgresMillis(server) - postgres) / emails);
        awaitTaken(before + MAILS);
    }

    private void awaitTaken(long count) throws Exception {
        var timeout = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (sink.taken() < count) {
            if (System.nanoTime() > timeout) {
                throw new AssertionError("The sink took " + sink.taken() + " messages and not " + count);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    void describe() {
        for (var signed : List.of(false, true)) {
            for (var body : Body.values()) {
                var figure = figure(signed, body);
                var what = "The send " + figure;
                report.rate(what, figure);
                report.atMost(what + ", CPU of the JVM", figure + " JVM", "µs", signed ? 900 : 500);
                report.atMost(what + ", CPU of PostgreSQL", figure + " PostgreSQL", "µs", 150);
                report.row(what + ", CPU of the sink", Math.round(report.median(figure + " sink")) + " µs", "", "");
                if (versions.size() > 1) {
                    report.rate(what + ", before", BEFORE + figure);
                    report.ratio(what + " : before", figure, BEFORE + figure, signed ? 1.7 : 2);
                }
            }
        }
        if (bare.isPresent()) {
            report.rate("The bare mail client, " + CONNECTIONS + " connections", "bare mail client");
            report.ratio("pipeline signed : bare mail client", figure(true, Body.PLAIN), "bare mail client", 0.6);
            report.ratio("pipeline unsigned : bare mail client", figure(false, Body.PLAIN), "bare mail client", 0.6);
        }
    }

    @Override
    public void close() {
        versions.forEach(version -> version.server().close());
        bare.ifPresent(ChildJvm::close);
        sink.close();
    }
}
