package io.godwit.system;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Reports the age of the newest backup as the metric {@code godwit_backup_age_seconds}: infinite when none was ever made, not a number
 * until the database was read.
 */
public final class BackupAge {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final Database database;
    private final BackupOutcomeStore store = new BackupOutcomeStore();
    private volatile Optional<Instant> takenAt = Optional.empty();
    private volatile boolean wasRead;

    public BackupAge(Vertx vertx, Database database, MeterRegistry meters) {
        this.vertx = vertx;
        this.database = database;
        Gauge.builder("godwit.backup.age", this, BackupAge::seconds)
                .strongReference(true)
                .baseUnit("seconds")
                .description("Time since the newest backup by the command backup")
                .register(meters);
    }

    /** Reads the time of the newest backup now and once a minute, until the loop is stopped. */
    public PollLoop start() {
        return PollLoop.start(vertx, "system-backup-age", INTERVAL, this::read);
    }

    private Future<Next> read() {
        return store.takenAt(database.workers()).map(found -> {
            takenAt = found;
            wasRead = true;
            return Next.IDLE;
        });
    }

    private double seconds() {
        if (!wasRead) {
            return Double.NaN;
        }
        return takenAt.map(
                        then -> (double) Duration.between(then, Instant.now()).toSeconds())
                .orElse(Double.POSITIVE_INFINITY);
    }
}
