package io.godwit.db;

import io.godwit.core.Backoff;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one PostgreSQL running: starts it, and restarts it, with growing pauses, whenever it ends without being stopped. */
final class PostgresSupervisor {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresSupervisor.class);

    private static final Backoff BACKOFF = Backoff.doubling(Duration.ofMillis(100), Duration.ofSeconds(10));

    /** A server that ran this long was sound, and its end is no reason for a long pause. */
    private static final Duration STABLE_AFTER = Duration.ofSeconds(30);

    /** Limit of the last checkpoint; a stop of the whole node may take 30 s. */
    private static final Duration STOP = Duration.ofSeconds(15);

    private final PostgresCommand command;
    private final Thread watch = new Thread(this::watch, "db-postgres");
    private volatile Process process;
    private boolean stopping;

    private PostgresSupervisor(PostgresCommand command, Process process) {
        this.command = command;
        this.process = process;
    }

    static PostgresSupervisor start(PostgresCommand command) throws IOException {
        return new PostgresSupervisor(command, command.start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Restarts the server from now on whenever it ends. */
    void watchOver() {
        watch.setDaemon(true);
        watch.start();
    }

    /** Blocks until PostgreSQL has ended. */
    void stop() throws IOException {
        endWatch();
        new PostgresProcess(process.toHandle()).stop(STOP);
    }

    private synchronized void endWatch() {
        stopping = true;
        watch.interrupt();
    }

    private void watch() {
        var deaths = 0;
        try {
            while (true) {
                var started = System.nanoTime();
                var status = process.waitFor();
                deaths = System.nanoTime() - started > STABLE_AFTER.toNanos() ? 1 : deaths + 1;
                Thread.sleep(BACKOFF.step(deaths).toMillis());
                restart(status);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails with an interrupt when a stop came first, so that no server is started behind its back. */
    private synchronized void restart(int status) throws InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        try {
            LOG.atError()
                    .addKeyValue("status", status)
                    .addKeyValue("output", command.lastOutput())
                    .log("PostgreSQL ended by itself and is started again");
            process = command.start();
        } catch (IOException failed) {
            LOG.atError().setCause(failed).log("PostgreSQL could not be started; another try follows");
        }
    }
}
