package io.godwit.kit.mta;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** The processes of a mail server, which stays in the foreground; what they print is kept in {@code output.txt}. */
final class MailServerProcess implements AutoCloseable {

    private static final Duration READY = Duration.ofMinutes(1);
    private static final int STOP_SECONDS = 20;

    private final Path output;
    private final Process process;

    /** Kept because processes whose parent has ended are no descendants any more. */
    private List<ProcessHandle> started = List.of();

    private MailServerProcess(Path directory, List<String> command) throws IOException {
        this.output = directory.resolve("output.txt");
        this.process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Returns when the server greets; fails after a minute. */
    static MailServerProcess start(Path directory, List<String> command, String address, int port) {
        try {
            var server = new MailServerProcess(directory, command);
            server.awaitGreeting(address, port);
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void awaitGreeting(String address, int port) {
        try {
            await().atMost(READY).until(() -> !process.isAlive() || greets(address, port));
        } catch (ConditionTimeoutException silent) {
            close();
            throw new AssertionError("The mail server does not greet; it printed\n" + read(output), silent);
        }
        if (!process.isAlive()) {
            throw new AssertionError("The mail server has ended; it printed\n" + read(output));
        }
        started = all().toList();
    }

    private static boolean greets(String address, int port) {
        try (var socket = new Socket(address, port);
                var input = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            socket.setSoTimeout((int) READY.toMillis());
            return String.valueOf(input.readLine()).startsWith("220 ");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ends all processes: SIGTERM first, for what is left after 20 s SIGKILL. */
    @Override
    public void close() {
        var all = Stream.concat(started.stream(), all()).distinct().toList();
        all.forEach(ProcessHandle::destroy);
        all.forEach(MailServerProcess::awaitEnd);
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()));
    }

    private static void awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException stays) {
            process.destroyForcibly();
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
