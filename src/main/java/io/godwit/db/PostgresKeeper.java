package io.godwit.db;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one PostgreSQL running: starts it, and starts it again, with growing pauses, whenever it dies without being asked. */
final class PostgresKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresKeeper.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** A server that ran this long was sound, and its death is no reason to wait. */
    private static final Duration SOUND = Duration.ofSeconds(30);

    private final PostgresCommand command;
    private final Thread watch = new Thread(this::watch, "postgres-keeper");
    private volatile Process process;
    private volatile boolean stopping;

    private PostgresKeeper(PostgresCommand command, Process process) {
        this.command = command;
        this.process = process;
    }

    static PostgresKeeper start(PostgresCommand command) throws IOException {
        var keeper = new PostgresKeeper(command, command.start());
        keeper.watch.setDaemon(true);
        keeper.watch.start();
        return keeper;
    }

    long pid() {
        return process.pid();
    }

    /** Blocks until PostgreSQL has ended. */
    void stop() throws IOException {
        stopping = true;
        watch.interrupt();
        new Postmaster(process.toHandle()).stop();
    }

    private void watch() {
        var pause = FIRST_PAUSE;
        while (!stopping) {
            var started = System.nanoTime();
            try {
                var status = process.waitFor();
                pause = System.nanoTime() - started > SOUND.toNanos() ? FIRST_PAUSE : pause;
                LOG.atError().addKeyValue("status", status).log("PostgreSQL ended by itself and is started again");
                Thread.sleep(pause.toMillis());
                process = command.start();
            } catch (InterruptedException stopped) {
                return;
            } catch (IOException failed) {
                LOG.atError().setCause(failed).log("PostgreSQL could not be started");
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }
}
