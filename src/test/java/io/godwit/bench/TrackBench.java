package io.godwit.bench;

import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.LoadResult;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures a jar's {@code POST /v1/track} by turns with that of an earlier version, each with a database of its own: requests a
 * second and, what other work on the machine disturbs less, microseconds of processor time a request, of the JVM and of PostgreSQL.
 *
 * <p>{@code java -Dgodwit.jar=… -Dbench.before=… -cp … io.godwit.bench.TrackBench}; {@code bench.rounds}, {@code bench.warmup} and
 * {@code bench.seconds} say how long.
 */
final class TrackBench implements AutoCloseable {

    /** The contacts of each project that are there already. */
    private static final long EXISTING = 5_000;

    private static final long NEW_AT_ONCE = 1_000_000;
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final double WARM_UP_SECONDS = Integer.getInteger("bench.warmup", 20);
    private static final double SECONDS = Integer.getInteger("bench.seconds", 4);
    private static final List<Integer> CONNECTIONS = List.of(128, 32);
    private static final List<Boolean> KINDS = List.of(false, true);

    private final BenchReport report = new BenchReport();
    private final LoadGeneratorClient generator = new LoadGeneratorClient();
    private final List<Version> versions = new ArrayList<>();
    private long nextContact;

    private record Version(String name, JarServer server) {}

    private TrackBench(Path directory, Optional<Path> before) throws Exception {
        before.ifPresent(jar -> versions.add(version("before: ", jar, directory)));
        versions.add(version("", GodwitJar.path(), directory));
    }

    public static void main(String[] args) throws Exception {
        var before = Optional.ofNullable(System.getProperty("bench.before")).map(Path::of);
        var directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "bench-track-");
        try (var bench = new TrackBench(directory, before)) {
            bench.measure();
            bench.describe();
        }
        System.exit(0);
    }

    private static Version version(String name, Path jar, Path directory) {
        var settings = Map.of(
                "GODWIT_ROLES", "http,job",
                "GODWIT_RATE_LIMIT_PER_MINUTE", "2000000000",
                "GODWIT_DEMO_PROJECTS", "4");
        return new Version(name, JarServer.start(jar, directory.resolve("version" + name.length()), settings));
    }

    private void measure() throws Exception {
        for (var version : versions) {
            run(version, false, CONNECTIONS.get(0), WARM_UP_SECONDS);
            run(version, true, CONNECTIONS.get(0), WARM_UP_SECONDS);
        }
        for (var round = 0; round < ROUNDS; round++) {
            for (var connections : CONNECTIONS) {
                for (var isNew : KINDS) {
                    for (var version : versions) {
                        measure(version, isNew, connections);
                    }
                }
            }
        }
    }

    private void measure(Version version, boolean isNew, int connections) throws Exception {
        var figure = version.name() + figure(isNew, connections);
        var jvm = ProcessorTime.jvmMillis(version.server());
        var postgres = ProcessorTime.postgresMillis(version.server());
        var result = run(version, isNew, connections, SECONDS);
        var requests = (double) result.accepted();
        report.add(figure, result.perSecond());
        report.add(figure + " JVM", 1_000 * (ProcessorTime.jvmMillis(version.server()) - jvm) / requests);
        report.add(
                figure + " PostgreSQL", 1_000 * (ProcessorTime.postgresMillis(version.server()) - postgres) / requests);
    }

    private LoadResult run(Version version, boolean isNew, int connections, double seconds) throws Exception {
        var shapes = BenchServers.projects(version.server()).stream()
                .map(project -> new RequestShape(
                        "/v1/track", project.getString("secretKey"), BenchBodies.track("bench.tracked")))
                .toList();
        nextContact += NEW_AT_ONCE;
        var plan = LoadPlan.of(version.server().port(), shapes)
                .connections(connections)
                .lasting(0, seconds);
        return generator
                .run(isNew ? plan.keys(nextContact, 0) : plan.keys(0, EXISTING))
                .flawless();
    }

    private static String figure(boolean isNew, int connections) {
        return (isNew ? "new" : "existing") + " contacts, " + connections + " connections";
    }

    private void describe() throws Exception {
        for (var connections : CONNECTIONS) {
            for (var isNew : KINDS) {
                for (var version : versions) {
                    describe(version.name() + figure(isNew, connections));
                }
            }
        }
        report.write("`/v1/track` by turns");
    }

    private void describe(String figure) {
        report.rate(figure, figure);
        report.row(figure + ", CPU of the JVM", Math.round(report.median(figure + " JVM")) + " µs", "", "");
        report.row(figure + ", CPU of PostgreSQL", Math.round(report.median(figure + " PostgreSQL")) + " µs", "", "");
    }

    @Override
    public void close() {
        generator.close();
        versions.forEach(version -> version.server().close());
    }
}
