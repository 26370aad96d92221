package io.godwit.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A data directory as a running node leaves it: locked, and with the files that lead to its embedded PostgreSQL. */
public final class HeldDirectory implements AutoCloseable {

    private final DirectoryLock lock;

    private HeldDirectory(DirectoryLock lock) {
        this.lock = lock;
    }

    /** The PostgreSQL is that of the test run, with the database {@code godwit}, which is empty. */
    public static HeldDirectory hold(Path directory) {
        var options = TestPostgres.newDatabase().options();
        var cluster = PostgresCluster.directory(directory);
        try {
            Files.createDirectories(cluster);
            Files.writeString(cluster.resolve("godwit-password"), options.getPassword() + "\n");
            var pid = ProcessHandle.current().pid();
            Files.write(
                    cluster.resolve("postmaster.pid"),
                    List.of(
                            String.valueOf(pid),
                            cluster.toString(),
                            "0",
                            String.valueOf(options.getPort()),
                            "",
                            "127.0.0.1"));
            return new HeldDirectory(DirectoryLock.acquire(directory));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
