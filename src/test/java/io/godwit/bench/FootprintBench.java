package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Memory of a server with the options of the Debian package, together with its PostgreSQL: after the start, after tracks and sends by 128
 * connections, and up to two minutes later. The built-in catcher takes the emails. {@code -Dbench.seconds} is the length of either
 * load; {@code -Dbench.options} other options of the JVM, {@code -Dbench.postgres} settings of PostgreSQL as {@code name=value,…},
 * {@code -Dbench.environment} other variables in the same form.
 */
final class FootprintBench implements AutoCloseable {

    private static final Path UNIT = Path.of("src/deb/godwit.service");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^Environment=\"JAVA_OPTS=(.*)\"$");
    private static final int SECONDS = Integer.getInteger("bench.seconds", 45);
    private static final int EXISTING = 5_000;
    private static final int REST_SECONDS = 60;

    /** JVM and PostgreSQL together, a minute after the load. */
    private static final double GOAL_MB = 500;

    private final BenchReport report;
    private final JarServer server;
    private final LoadGeneratorClient generator = new LoadGeneratorClient();

    FootprintBench(Path directory, BenchReport report) throws Exception {
        this.report = report;
        var environment = new java.util.HashMap<String, String>(settings("bench.environment"));
        // The only variable whose options win over those of the command line, where the heap of the other benchmarks stands.
        environment.put("_JAVA_OPTIONS", options());
        this.server = BenchServers.start(directory.resolve("footprint"), environment);
        var postgres = settings("bench.postgres");
        if (!postgres.isEmpty()) {
            server.alterPostgres(postgres);
            server.stop();
            server.restart();
        }
    }

    private static String options() throws IOException {
        var matcher = OPTIONS.matcher(Files.readString(UNIT));
        if (!matcher.find()) {
            throw new IOException(UNIT + " does not set JAVA_OPTS");
        }
        return System.getProperty("bench.options", matcher.group(1));
    }

    private static Map<String, String> settings(String property) {
        var result = new java.util.HashMap<String, String>();
        for (var each : System.getProperty(property, "").split(",")) {
            if (each.contains("=")) {
                result.put(each.split("=", 2)[0], each.split("=", 2)[1]);
            }
        }
        return result;
    }

    void measure() throws Exception {
        look("after the start");
        run("tracks", RequestBench.track(server, "bench.footprint"));
        look("after the tracks");
        run("sends", RequestBench.inline(server));
        look("after the sends");
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        look("a minute later");
        if (System.getProperty("bench.short") == null) {
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        look("two minutes later");
        }
    }

    private void run(String name, List<RequestShape> shapes) throws IOException {
        var jvm = ProcessorTime.jvmMillis(server);
        var postgres = ProcessorTime.postgresMillis(server);
        var load = LoadPlan.of(server.port(), shapes).keys(0, EXISTING).lasting(0, SECONDS);
        var result = generator.run(load).flawless();
        report.add(name + ", per second", result.perSecond());
        report.add(name + ", p99", result.p99());
        report.add(name + ", CPU of the JVM, µs", 1000.0 * (ProcessorTime.jvmMillis(server) - jvm) / result.accepted());
        report.add(
                name + ", CPU of PostgreSQL, µs",
                1000.0 * (ProcessorTime.postgresMillis(server) - postgres) / result.accepted());
    }

    private void look(String when) throws IOException, SQLException, InterruptedException {
        var jvm = ProcessMemory.proportional(server.pid());
        var postgres = ProcessMemory.proportional(server.postgresPid());
        for (var process : server.postgresProcesses()) {
            postgres += ProcessMemory.proportional(process);
        }
        report.add("JVM " + when, jvm);
        report.add("PostgreSQL " + when, postgres);
        report.add("both " + when, jvm + postgres);
        var probe = System.getProperty("bench.probe");
        if (probe != null) {
            new ProcessBuilder(probe, String.valueOf(server.pid()), String.valueOf(server.postgresPid()), when).inheritIO().start().waitFor();
        }
        report.add("emails waiting " + when, BenchServers.count(server, "outbox"));
    }

    void describe() {
        for (var when : List.of(
                "after the start", "after the tracks", "after the sends", "a minute later", "two minutes later")) {
            report.row(
                    "JVM and PostgreSQL " + when,
                    String.format(
                            Locale.ROOT,
                            "%.0f + %.0f = %.0f MB",
                            report.median("JVM " + when),
                            report.median("PostgreSQL " + when),
                            report.median("both " + when)),
                    when.equals("a minute later") ? "≤ 500 MB" : "",
                    when.equals("a minute later") ? report.median("both " + when) <= GOAL_MB ? "yes" : "no" : "");
        }
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
