package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The first process of a running PostgreSQL, which takes signals and ends with the server. */
final class PostgresProcess {

    /** Limit of a stop without a checkpoint, which takes no time however much there is to do. */
    private static final Duration IMMEDIATE = Duration.ofSeconds(3);

    private final ProcessHandle process;

    PostgresProcess(ProcessHandle process) {
        this.process = process;
    }

    /**
     * Finds a server that runs on a cluster although this process did not start it. A pid file outlives a crash and its number
     * may belong to another program by now, so a process counts only when it is a postgres of this very directory, under any of
     * its paths. A file that names no process or another program is deleted, because PostgreSQL would refuse to start beside it;
     * one that names another postgres is not, because that may be ours under another path.
     */
    static Optional<PostgresProcess> orphanOf(Path directory) throws IOException {
        var file = directory.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var postgres = Files.readAllLines(file).stream()
                .findFirst()
                .flatMap(PostgresProcess::process)
                .filter(PostgresProcess::isPostgres);
        if (postgres.isEmpty()) {
            Files.delete(file);
        } else if (!serves(postgres.get(), directory)) {
            throw new StartupException("The PostgreSQL with process id "
                    + postgres.get().pid() + " may be using " + directory + ", as " + file.getFileName()
                    + " in it says: stop it, or, when it is another one, delete that file");
        }
        return postgres.map(PostgresProcess::new);
    }

    private static Optional<ProcessHandle> process(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid.strip()));
        } catch (NumberFormatException halfWritten) {
            return Optional.empty();
        }
    }

    private static boolean isPostgres(ProcessHandle process) {
        return process.isAlive() && process.info().commandLine().orElse("").contains("postgres");
    }

    private static boolean serves(ProcessHandle process, Path directory) throws IOException {
        var words = List.of(process.info().arguments().orElse(new String[0]));
        var index = words.indexOf("-D") + 1;
        if (index == 0 || index == words.size()) {
            return false;
        }
        var other = Path.of(words.get(index));
        return Files.isDirectory(other) && other.toRealPath().equals(directory.toRealPath());
    }

    long pid() {
        return process.pid();
    }

    /**
     * Stops the server: sessions are cut and a checkpoint is written, or, when that takes longer than {@code timeout}, left to
     * the next start, which then replays the WAL.
     */
    void stop(Duration timeout) throws IOException {
        if (!ends("INT", timeout) && !ends("QUIT", IMMEDIATE) && !ends("KILL", IMMEDIATE)) {
            throw new IOException("PostgreSQL, process " + pid() + ", does not stop: end it by hand");
        }
    }

    /** Sends a signal and waits. Java sends no signals but TERM and KILL, and TERM waits for every client to leave. */
    private boolean ends(String signal, Duration timeout) throws IOException {
        if (process.isAlive()) {
            OsProcess.succeeds("sh", "-c", "kill -" + signal + " " + pid());
        }
        return awaitEnd(timeout);
    }

    boolean awaitEnd(Duration timeout) throws IOException {
        try {
            process.onExit().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillRunning) {
            return false;
        } catch (ExecutionException | InterruptedException failed) {
            throw new IOException("Waiting for PostgreSQL was cut short", failed);
        }
    }
}
