package io.godwit.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of our own with the tests' classes, spoken to in lines. */
public final class ChildJvm implements AutoCloseable {

    /** Starts a JVM as the server under test is started, so that the echo and the bare client run under the same conditions. */
    static final List<String> FLAGS = List.of("-Xmx768m");

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(FLAGS);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(List.of(arguments));
        var process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new ChildJvm(process);
    }

    long pid() {
        return process.pid();
    }

    /** The next line it prints; lines of the log (JSON with a level) are skipped. */
    public String line() throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (!line.startsWith("{\"timestamp\"")) {
                return line;
            }
        }
        throw new IOException("The process ended: " + process.info().commandLine());
    }

    public String ask(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return line();
    }

    /** CPU time used so far, in milliseconds. */
    public long cpuMillis() {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    /** Ends its input, which ends it. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
