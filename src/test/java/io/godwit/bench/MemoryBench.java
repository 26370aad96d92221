package io.godwit.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Memory of a server after all the load, and while it holds five bodies of 40 MB at once. The JVM may take 768 MB. */
final class MemoryBench {

    private static final int BODY_BYTES = 40 * 1024 * 1024 - 1024;
    private static final int AT_ONCE = 5;

    private final Godwit server;
    private final Report report;

    MemoryBench(Godwit server, Report report) {
        this.server = server;
        this.report = report;
    }

    void measure() throws Exception {
        report.add("heap, after load", Memory.heapAfterCollection(server.pid()));
        report.add("resident, after load", Memory.resident(server.pid()));
        var project = server.projects().get(0);
        var body = body("shop@" + project.get("domain").asText());
        var key = project.get("secretKey").asText();
        for (int status : sendAll(key, body)) {
            if (status != 200 && status != 503 && status != 413) {
                throw new AssertionError("A send of 40 MB was answered with " + status);
            }
            report.add("large send answered " + status, 1);
        }
        report.add("heap, after large sends", Memory.heapAfterCollection(server.pid()));
        report.add("resident, after large sends", Memory.resident(server.pid()));
    }

    private static byte[] body(String from) {
        var head = "{\"to\":\"large@bench.example.com\",\"from\":\"" + from + "\",\"subject\":\"Large\",\"body\":\"<p>";
        var tail = "\"}";
        var text = head + "x".repeat(BODY_BYTES - head.length() - tail.length()) + tail;
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Collects again and again while they are under way, so that what is held together shows. */
    private List<Integer> sendAll(String key, byte[] body) throws Exception {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            Callable<Integer> send = () -> server.postBytes("/v1/send", key, body);
            var answers =
                    Stream.generate(() -> threads.submit(send)).limit(AT_ONCE).toList();
            while (!answers.stream().allMatch(Future::isDone)) {
                report.add("heap, during large sends", Memory.heapAfterCollection(server.pid()));
            }
            return answers.stream().map(MemoryBench::result).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private static int result(Future<Integer> answer) {
        try {
            return answer.get();
        } catch (Exception failed) {
            throw new AssertionError("A large send failed", failed);
        }
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
