package io.godwit.bench;

import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what one {@code POST /v1/send} costs: rate, processor time of the JVM and of PostgreSQL, and WAL. Bodies of 2 and 10 KB that all
 * differ, and a template's, to contacts that exist; nothing is sent meanwhile.
 *
 * <p>By itself: {@code java -Dgodwit.jar=… -Dbench.before=… -cp … io.godwit.bench.SendBench} measures a jar by turns with that of an earlier
 * version, each with a database of its own; {@code -Dgodwit.contract=false} lets the earlier one answer as it did. {@code bench.rounds} says
 * how often, {@code bench.seconds} how long each run is, {@code bench.warm-up} how many seconds each version runs before.
 */
final class SendBench implements AutoCloseable {

    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final int SECONDS = Integer.getInteger("bench.seconds", 4);
    private static final int WARM_UP = Integer.getInteger("bench.warm-up", 25);
    private static final long CONTACTS = 5_000;
    private static final String BEFORE = "before: ";

    private final BenchReport report;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();
    private final List<Version> versions = new ArrayList<>();

    private enum Load {
        KB2("2 KB"),
        KB10("10 KB"),
        TEMPLATE("template of 4 KB");

        private final String title;

        Load(String title) {
            this.title = title;
        }
    }

    /** A jar with its database. */
    private record Version(String name, JarServer server, Map<Load, List<RequestShape>> shapes) {}

    private SendBench(Path directory, BenchReport report, Optional<Path> before) throws Exception {
        this.report = report;
        versions.add(version("", GodwitJar.path(), directory));
        if (before.isPresent()) {
            versions.add(version(BEFORE, before.get(), directory));
        }
    }

    public static void main(String[] args) throws Exception {
        var report = new BenchReport();
        var before = Optional.ofNullable(System.getProperty("bench.before")).map(Path::of);
        var directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "bench-send-");
        try (var bench = new SendBench(directory, report, before)) {
            bench.measure();
            bench.describe();
        }
        report.write("POST /v1/send, 128 connections");
        System.exit(0);
    }

    private Version version(String name, Path jar, Path directory) {
        var settings = Map.of(
                "GODWIT_ROLES", "http,job", "GODWIT_RATE_LIMIT_PER_MINUTE", "2000000000", "GODWIT_DEMO_PROJECTS", "4");
        var server = JarServer.start(jar, directory.resolve("send" + versions.size()), settings);
        return new Version(
                name,
                server,
                Map.of(
                        Load.KB2, inline(server, 2_000),
                        Load.KB10, inline(server, 10_000),
                        Load.TEMPLATE, RequestBench.templated(server)));
    }

    private static List<RequestShape> inline(JarServer server, int characters) {
        return BenchServers.projects(server).stream()
                .map(project -> new RequestShape(
                        "/v1/send",
                        project.getString("secretKey"),
                        BenchBodies.sendInline(project.getString("domain"), characters)))
                .toList();
    }

    /** The versions take turns, so that they see the same machine. */
    private void measure() throws Exception {
        for (var version : versions) {
            for (var load : Load.values()) {
                generator.run(plan(version, load).lasting(0, WARM_UP / 3.0)).flawless();
            }
        }
        for (var round = 0; round < ROUNDS; round++) {
            for (var load : Load.values()) {
                for (var version : versions) {
                    run(version, load);
                }
            }
        }
    }

    private static LoadPlan plan(Version version, Load load) {
        return LoadPlan.of(version.server().port(), version.shapes().get(load)).keys(0, CONTACTS);
    }

    private void run(Version version, Load load) throws Exception {
        var server = version.server();
        var plan = plan(version, load);
        generator.run(plan.lasting(0, 1)).flawless();
        var wal = wal(server);
        var jvm = ProcessorTime.jvmMillis(server);
        var postgres = ProcessorTime.postgresMillis(server);
        var result = generator.run(plan.lasting(0, SECONDS)).flawless();
        var sends = (double) result.accepted();
        var figure = version.name() + load.title;
        report.add(figure, result.perSecond());
        report.add(figure + " JVM", 1_000 * (ProcessorTime.jvmMillis(server) - jvm) / sends);
        report.add(figure + " PostgreSQL", 1_000 * (ProcessorTime.postgresMillis(server) - postgres) / sends);
        report.add(figure + " WAL", (wal(server) - wal) / sends);
        report.add(figure + " p99", result.p99());
    }

    /** Returns how many bytes of WAL there have been. */
    private static long wal(JarServer server) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_current_wal_lsn() - '0/0'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void describe() {
        for (var load : Load.values()) {
            for (var version : versions) {
                var figure = version.name() + load.title;
                report.rate("`/v1/send`, " + figure, figure);
                for (var part : List.of("JVM µs", "PostgreSQL µs", "WAL bytes", "p99 ms")) {
                    var unit = part.split(" ");
                    report.row(
                            figure + ", " + part,
                            String.valueOf(Math.round(report.median(figure + " " + unit[0]))),
                            "",
                            "");
                }
            }
            if (versions.size() > 1) {
                report.ratio(
                        "`/v1/send`, " + load.title + " : before",
                        load.title,
                        BEFORE + load.title,
                        load == Load.KB10 ? 1.3 : 1);
            }
        }
    }

    @Override
    public void close() {
        generator.close();
        versions.forEach(version -> version.server().close());
    }
}
