package io.godwit.bench;

import io.godwit.bench.load.LoadPlan;
import io.godwit.bench.load.LoadRun;
import io.godwit.bench.load.RequestShape;
import io.godwit.kit.JarServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** From {@code java -jar} to 200 on {@code /health/ready}: on nothing, after a clean stop, after kill -9 under load. */
final class StartBench {

    private final Path directory;
    private final BenchReport report;

    StartBench(Path directory, BenchReport report) {
        this.directory = directory;
        this.report = report;
    }

    void measure(int round) throws Exception {
        var home = directory.resolve("start-" + round);
        try (var server = BenchServers.start(home, Map.of())) {
            report.add("ready, empty", seconds(server));
            server.stop();
            server.restart();
            report.add("ready, clean", seconds(server));
            killUnderLoad(server);
            server.restart();
            report.add("ready, killed", seconds(server));
        }
    }

    /** The generator's requests end unanswered, which is the point. */
    private static void killUnderLoad(JarServer server) throws Exception {
        var shapes = BenchServers.projects(server).stream()
                .map(project -> new RequestShape(
                        "/v1/track", project.getString("secretKey"), BenchBodies.track("bench.killed")))
                .toList();
        var killer = Executors.newSingleThreadScheduledExecutor();
        try (var load = new LoadRun()) {
            var killed = killer.schedule(server::kill9, 3, TimeUnit.SECONDS);
            load.drive(LoadPlan.of(server.port(), shapes).lasting(0, 4));
            killed.get();
        } finally {
            killer.shutdownNow();
        }
    }

    private static double seconds(JarServer server) {
        return server.timeToReady().toMillis() / 1000.0;
    }

    void describe() {
        report.atMost("Ready on an empty machine", "ready, empty", "s", 20);
        report.atMost("Ready after a clean stop", "ready, clean", "s", 2);
        report.atMost("Ready after kill -9 under load", "ready, killed", "s", 15);
    }
}
