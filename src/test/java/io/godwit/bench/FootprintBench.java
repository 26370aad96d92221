package io.godwit.bench;

import io.godwit.bench.load.LoadGeneratorClient;
import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.JarServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Memory of a server with the JVM's options of the Debian package and its class-data archive, together with its PostgreSQL: after the
 * second start, for the first makes the demo projects; after tracks and sends of 10 KB by 128 connections; and up to two minutes later.
 * The built-in catcher takes the emails. {@code -Dbench.seconds} is the length of either load, {@code -Dbench.options} are other options
 * of the JVM, {@code -Dbench.postgres} settings of PostgreSQL as {@code name=value,…}.
 */
final class FootprintBench implements AutoCloseable {

    private static final Path UNIT = Path.of("src/deb/godwit.service");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^Environment=\"JAVA_OPTS=(.*)\"$");
    private static final int SECONDS = Integer.getInteger("bench.seconds", 45);
    private static final int CONTACTS_PER_PROJECT = 5_000;
    private static final int REST_SECONDS = 60;
    private static final double GOAL_MB = 500;

    private static final List<String> MOMENTS =
            List.of("after the start", "after the tracks", "after the sends", "a minute later", "two minutes later");

    private final BenchReport report;
    private final JarServer server;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();

    FootprintBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        // The only variable whose options win over the heap that every jar of the tests has on its command line.
        this.server = BenchServers.start(directory.resolve("footprint"), Map.of("_JAVA_OPTIONS", options()));
        server.stop();
        setPostgres(System.getProperty("bench.postgres", ""));
        server.restart();
    }

    private static String options() throws IOException {
        var unit = OPTIONS.matcher(Files.readString(UNIT));
        if (!unit.find()) {
            throw new IOException(UNIT + " does not set JAVA_OPTS");
        }
        return System.getProperty("bench.options", unit.group(1)) + archive();
    }

    /** Uses the archive beside the jar, where somebody has made it as the package does. */
    private static String archive() {
        var archive = Path.of(System.getProperty("godwit.jar").replaceAll("\\.jar$", ".jsa"));
        return Files.exists(archive) ? " -XX:SharedArchiveFile=" + archive + " -Xlog:cds*=off" : "";
    }

    /** Writes where {@code ALTER SYSTEM} does. */
    private void setPostgres(String settings) throws IOException {
        var file = server.dataDirectory().resolve("postgres-18/postgresql.auto.conf");
        Files.writeString(file, settings.replace(',', '\n') + "\n", StandardOpenOption.APPEND);
    }

    void measure() throws Exception {
        look("after the start");
        load("tracks", RequestBench.track(server, "bench.footprint"));
        look("after the tracks");
        load("sends", RequestBench.inline(server));
        look("after the sends");
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        look("a minute later");
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        look("two minutes later");
    }

    private void load(String name, List<RequestShape> shapes) throws IOException {
        var jvm = ProcessorTime.jvmMillis(server);
        var postgres = ProcessorTime.postgresMillis(server);
        var plan =
                LoadPlan.of(server.port(), shapes).keys(0, CONTACTS_PER_PROJECT).lasting(0, SECONDS);
        var result = generator.run(plan).flawless();
        report.add(name + ", a second", result.perSecond());
        report.add(name + ", p99, ms", result.p99());
        report.add(name + ", CPU of the JVM, µs", 1000.0 * (ProcessorTime.jvmMillis(server) - jvm) / result.accepted());
        report.add(
                name + ", CPU of PostgreSQL, µs",
                1000.0 * (ProcessorTime.postgresMillis(server) - postgres) / result.accepted());
    }

    private void look(String when) throws IOException, SQLException {
        var postgres = ProcessMemory.proportional(server.postgresPid());
        for (var process : server.postgresProcesses()) {
            postgres += ProcessMemory.proportional(process);
        }
        report.add("JVM " + when, ProcessMemory.proportional(server.pid()));
        report.add("PostgreSQL " + when, postgres);
        report.add("emails waiting " + when, BenchServers.count(server, "outbox"));
    }

    /** Bodies of 40 MB go through the heap of the package, too; their figures are those of {@link MemoryBench}. */
    void sendLarge() throws Exception {
        new MemoryBench(server, new BenchReport()).measure();
    }

    void describe() {
        for (var when : MOMENTS) {
            var jvm = report.median("JVM " + when);
            var postgres = report.median("PostgreSQL " + when);
            var goal = when.equals("a minute later");
            report.row(
                    "JVM and PostgreSQL " + when,
                    String.format(Locale.ROOT, "%.0f + %.0f = %.0f MB", jvm, postgres, jvm + postgres),
                    goal ? String.format(Locale.ROOT, "≤ %.0f MB", GOAL_MB) : "",
                    goal ? jvm + postgres <= GOAL_MB ? "yes" : "no" : "");
        }
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
