package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Memory of a server after all the load, and while it holds five bodies of 40 MB at once. The JVM may take 768 MB. */
final class MemoryBench {

    private static final int BODY_BYTES = 40 * 1024 * 1024 - 1024;
    private static final int AT_ONCE = 5;

    private static final int MAX_TRIES = 60;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JarServer server;
    private final BenchReport report;

    MemoryBench(JarServer server, BenchReport report) {
        this.server = server;
        this.report = report;
    }

    void measure() throws Exception {
        report.add("heap, after load", ProcessMemory.heapAfterCollection(server.pid()));
        report.add("resident, after load", ProcessMemory.resident(server.pid()));
        var project = BenchServers.projects(server).get(0);
        var body = body("shop@" + project.getString("domain"));
        var key = project.getString("secretKey");
        sendAll(key, body);
        report.add("heap, after large sends", ProcessMemory.heapAfterCollection(server.pid()));
        report.add("resident, after large sends", ProcessMemory.resident(server.pid()));
    }

    private static byte[] body(String from) {
        var head = "{\"to\":\"large@bench.example.com\",\"from\":\"" + from + "\",\"subject\":\"Large\",\"body\":\"<p>";
        var tail = "\"}";
        var text = head + "x".repeat(BODY_BYTES - head.length() - tail.length()) + tail;
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Collects again and again while they are under way, so that what is held together shows. */
    private void sendAll(String key, byte[] body) throws Exception {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            Callable<Integer> send = () -> untilAccepted(key, body);
            var answers =
                    Stream.generate(() -> threads.submit(send)).limit(AT_ONCE).toList();
            while (!answers.stream().allMatch(Future::isDone)) {
                report.add("heap, during large sends", ProcessMemory.heapAfterCollection(server.pid()));
            }
            for (var answer : answers) {
                report.add("large send, refusals before", answer.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Answers how often it was told to come back: a node holds three such bodies at once and refuses more (503). */
    private int untilAccepted(String key, byte[] body) throws Exception {
        for (int refusals = 0; refusals < MAX_TRIES; refusals++) {
            int status = post(key, body);
            if (status == 200) {
                return refusals;
            } else if (status != 503) {
                throw new AssertionError("A send of 40 MB was answered with " + status);
            }
            TimeUnit.SECONDS.sleep(1);
        }
        throw new AssertionError("A send of 40 MB was refused " + MAX_TRIES + " times");
    }

    private int post(String key, byte[] body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/v1/send"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    void describe() {
        report.atMost("Heap after GC, after all the load, -Xmx768m", "heap, after load", "MB", 512);
        report.highest("Heap after GC, during five sends of 40 MB", "heap, during large sends", "MB", 512);
        report.row(
                "Resident memory of the JVM",
                String.format("%.0f MB", report.median("resident, after large sends")),
                "",
                "");
    }
}
