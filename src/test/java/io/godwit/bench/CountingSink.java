package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.kit.net.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** A mail server of its own process that takes everything and counts. */
interface CountingSink extends AutoCloseable {

    int port();

    /** Returns the number of messages taken so far. */
    long taken() throws IOException;

    /** Returns the processor time used so far, in milliseconds. */
    long cpuMillis();

    @Override
    void close();

    /**
     * Returns ours, or Postfix's when the system property {@code bench.sink} names its program {@code smtp-sink}: it takes a fraction
     * of the processor time, so that more of the machine is left to what is measured.
     */
    static CountingSink start() throws IOException {
        var program = Optional.ofNullable(System.getProperty("bench.sink"));
        return program.isPresent() ? new PostfixSink(program.get()) : new JavaSink();
    }

    /** {@link SinkServer}. */
    final class JavaSink implements CountingSink {

        private final ChildJvm process = ChildJvm.start(SinkServer.class);
        private final int port = Integer.parseInt(process.line());

        JavaSink() throws IOException {}

        @Override
        public int port() {
            return port;
        }

        @Override
        public long taken() throws IOException {
            return Long.parseLong(process.ask("?"));
        }

        @Override
        public long cpuMillis() {
            return process.cpuMillis();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** {@code smtp-sink -c}, which prints its counters after each message: {@code sess=1 quit=0 mesg=7}. */
    final class PostfixSink implements CountingSink {

        private static final Pattern MESSAGES = Pattern.compile("mesg=(\\d+)");

        private final int port = FreePorts.free();
        private final Process process;
        private final AtomicLong taken = new AtomicLong();

        PostfixSink(String program) throws IOException {
            process = new ProcessBuilder(program, "-u", "nobody", "-c", "127.0.0.1:" + port, "1000")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            var reader = new Thread(this::read, "smtp-sink");
            reader.setDaemon(true);
            reader.start();
        }

        /** A carriage return ends each line. */
        private void read() {
            try (var lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    var counted = MESSAGES.matcher(line);
                    if (counted.find()) {
                        taken.set(Long.parseLong(counted.group(1)));
                    }
                }
            } catch (IOException ended) {
                throw new UncheckedIOException(ended);
            }
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public long taken() {
            return taken.get();
        }

        @Override
        public long cpuMillis() {
            return process.info().totalCpuDuration().orElseThrow().toMillis();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
