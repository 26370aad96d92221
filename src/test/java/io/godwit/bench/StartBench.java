package io.godwit.bench;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** From {@code java -jar} to 200 on {@code /health/ready}: on nothing, after a clean stop, after kill -9 under load. */
final class StartBench {

    private final Path directory;
    private final Report report;

    StartBench(Path directory, Report report) {
        this.directory = directory;
        this.report = report;
    }

    void measure(int round) throws Exception {
        var home = directory.resolve("start-" + round);
        var first = Godwit.start(home, Map.of());
        report.add("ready, empty", seconds(first));
        first.stop();
        var second = Godwit.start(home, Map.of());
        report.add("ready, clean", seconds(second));
        killUnderLoad(second);
        try (var third = Godwit.start(home, Map.of())) {
            report.add("ready, killed", seconds(third));
        }
    }

    /** The generator's requests end unanswered, which is the point. */
    private static void killUnderLoad(Godwit server) throws Exception {
        var shapes = server.projects().stream()
                .map(project -> new Shape("/v1/track", project.get("secretKey").asText(), Bodies.track("bench.killed")))
                .toList();
        var killer = Executors.newSingleThreadScheduledExecutor();
        try (var load = new Load()) {
            var killed = killer.schedule(
                    () -> {
                        server.kill();
                        return true;
                    },
                    3,
                    TimeUnit.SECONDS);
            load.drive(Run.of(server.port(), shapes).lasting(0, 4));
            killed.get();
        } finally {
            killer.shutdownNow();
        }
    }

    private static double seconds(Godwit server) {
        return server.timeToReady().toMillis() / 1000.0;
    }

    void describe() {
        report.atMost("Ready on an empty machine", "ready, empty", "s", 20);
        report.atMost("Ready after a clean stop", "ready, clean", "s", 3);
        report.atMost("Ready after kill -9 under load", "ready, killed", "s", 15);
    }
}
