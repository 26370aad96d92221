package io.godwit.kit;

import io.godwit.db.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The PostgreSQL of the run with all its processes stopped (SIGSTOP): connections stay open and nothing is answered. Closing it lets
 * them go on.
 */
public final class FrozenPostgres implements AutoCloseable {

    private final List<String> processes;

    private FrozenPostgres(List<String> processes) {
        this.processes = processes;
    }

    /** The processes are known before the first is stopped; those started meanwhile go on, without a parent that takes connections. */
    public static FrozenPostgres of(TestDatabase database) {
        var any = database.count("SELECT pg_backend_pid()");
        var postmaster = ProcessHandle.of(any).flatMap(ProcessHandle::parent).orElseThrow();
        var frozen = new FrozenPostgres(Stream.concat(Stream.of(postmaster), postmaster.children())
                .map(process -> String.valueOf(process.pid()))
                .toList());
        frozen.signal("-STOP");
        return frozen;
    }

    private void signal(String name) {
        var command = new ArrayList<>(List.of("kill", name));
        command.addAll(processes);
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        signal("-CONT");
    }
}
