package io.godwit.chaos;

import io.godwit.chaos.ChaosNodes.Pause;
import io.godwit.chaos.Observation.Node;
import io.godwit.kit.JarServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads logs, heaps and open files of nodes after a run. */
final class NodeHealthReader {

    private static final Pattern ALARM = Pattern.compile(
            "(?i)unhandled exception|uncaught|OutOfMemoryError|StackOverflowError|LEAK:|has been blocked");

    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":\"([^\"]+)\"");

    /** After a node that was stopped goes on, the checker of blocked threads counts the pause, and looks once a second. */
    private static final Duration AFTER_PAUSE = Duration.ofSeconds(5);

    /**
     * Vert.x gives a message that is published to several nodes one promise, which the connection to each of them ends: when two are
     * gone, the second end is logged, as it comes from the write itself, from a connection with TLS that closes, or from a write of
     * another event loop. The message is lost, as every message of the bus may be. And the pool of connections to PostgreSQL ends the
     * wait of a caller that has its connection already (eclipse-vertx/vert.x issue 6169); the caller keeps the connection.
     */
    private static final Pattern FAILED_TWICE = Pattern.compile(
            "Promise already completed.*clustered\\.OutboundConnection\\.writeMessage"
                    + "|^(?!.*io\\.godwit).*Promise already completed.*(?:DelegatingChannelPromise.*SslHandler"
                    + "|SqlConnectionPool\\$1PoolRequest.*SimpleConnectionPool\\$Cancel"
                    + "|Promise\\.complete\\([^)]*\\)\\\\n\\\\tat io\\.vertx\\.core\\.impl\\.future\\.FutureBase\\.lambda\\$emitResult)");

    /** Of {@code jcmd GC.heap_info} with the serial collector: the young and the old generation. */
    private static final Pattern USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    private NodeHealthReader() {}

    static List<Node> read(ChaosNodes nodes) {
        return IntStream.range(0, ChaosNodes.NODES)
                .mapToObj(number -> health(number, nodes.node(number), nodes.pauses(number)))
                .toList();
    }

    /**
     * The lines of a log that are alarms; not those of a blocked thread while, or just after, the whole process was stopped,
     * nor those of a message of the bus that was failed twice.
     */
    static List<String> alarms(String log, List<Pause> pauses) {
        return log.lines()
                .filter(line -> ALARM.matcher(line).find())
                .filter(line -> !line.contains("has been blocked") || !isPaused(line, pauses))
                .filter(line -> !FAILED_TWICE.matcher(line).find())
                .toList();
    }

    private static boolean isPaused(String line, List<Pause> pauses) {
        var timestamp = TIMESTAMP.matcher(line);
        if (!timestamp.find()) {
            return false;
        }
        var at = Instant.parse(timestamp.group(1));
        return pauses.stream()
                .anyMatch(pause ->
                        !at.isBefore(pause.from()) && !at.isAfter(pause.to().plus(AFTER_PAUSE)));
    }

    /** Bytes in use, of the output of {@code jcmd GC.heap_info}; 0 when it names none. */
    static long heap(String output) {
        return USED.matcher(output)
                .results()
                .mapToLong(used -> Long.parseLong(used.group(1)) << 10)
                .sum();
    }

    private static Node health(int number, JarServer node, List<Pause> pauses) {
        command("jcmd", Long.toString(node.pid()), "GC.run");
        var heap = heap(command("jcmd", Long.toString(node.pid()), "GC.heap_info"));
        return new Node("node " + number, alarms(node.output(), pauses), heap, openFiles(node.pid()));
    }

    private static long openFiles(long pid) {
        try (var files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return files.count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String command(String... words) {
        try {
            var process = new ProcessBuilder(words).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
