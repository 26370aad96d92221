package io.godwit.events;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and drops the monthly partitions of the {@code events} table: keeps this month's and the next three, and none
 * older than the retention. Dropping a month costs nothing, deleting its rows would cost as much as writing them.
 */
public final class PartitionMaintainer {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionMaintainer.class);

    private static final int MONTHS_AHEAD = 3;
    private static final int SWEPT_BATCH_SIZE = 10_000;
    private static final Duration BETWEEN_RUNS = Duration.ofDays(1);

    private final Database database;
    private final Duration retention;
    private final PartitionStore store = new PartitionStore();

    /** @param retention the time events are kept, to the month; zero keeps them for ever */
    public PartitionMaintainer(Database database, Duration retention) {
        this.database = database;
        this.retention = retention;
    }

    /** Starts the loop, which runs at once and then once a day, on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(
                vertx, "events-partitions", BETWEEN_RUNS, () -> arrange().map(Next.IDLE));
    }

    /**
     * Creates missing partitions and drops old ones. A month that cannot be changed now, because a long query reads the log
     * or the default partition contains rows of it, is logged and tried again in the next run; nothing is lost meanwhile.
     */
    public Future<Void> arrange() {
        return store.now(database.workers())
                .compose(now -> store.tables(database.workers()).compose(tables -> arrange(now, tables)));
    }

    private Future<Void> arrange(Instant now, List<String> tables) {
        var current = MonthPartition.at(now);
        var missing = IntStream.rangeClosed(0, MONTHS_AHEAD)
                .mapToObj(current::plus)
                .filter(month -> !tables.contains(month.table()))
                .toList();
        return oneAfterAnother(missing, this::attach).compose(ignored -> dropOld(now, tables));
    }

    private Future<Void> dropOld(Instant now, List<String> tables) {
        if (retention.isZero()) {
            return Future.succeededFuture();
        }
        var oldest = now.minus(retention);
        var old = tables.stream()
                .flatMap(table -> MonthPartition.ofTable(table).stream())
                .filter(month -> !month.end().isAfter(oldest))
                .toList();
        return oneAfterAnother(old, this::drop).compose(ignored -> sweep(oldest));
    }

    /** Deletes old rows of the default partition, which has few: those appended while a month was missing. */
    private Future<Void> sweep(Instant oldest) {
        return store.sweep(database.workers(), MonthPartition.lowestId(oldest), SWEPT_BATCH_SIZE)
                .compose(swept -> swept < SWEPT_BATCH_SIZE ? Future.succeededFuture() : sweep(oldest));
    }

    /** Runs the work in one transaction for each month, so that a failure leaves the others. */
    private static Future<Void> oneAfterAnother(
            List<MonthPartition> months, Function<MonthPartition, Future<Void>> work) {
        return months.stream()
                .<Supplier<Future<Void>>>map(
                        month -> () -> work.apply(month).recover(cause -> logFailure(month, cause)))
                .reduce((before, next) -> () -> before.get().compose(ignored -> next.get()))
                .map(Supplier::get)
                .orElseGet(Future::succeededFuture);
    }

    private static Future<Void> logFailure(MonthPartition month, Throwable cause) {
        LOG.atWarn()
                .addKeyValue("partition", month.table())
                .setCause(cause)
                .log("A partition of the event log could not be changed; it is tried again with the next run");
        return Future.succeededFuture();
    }

    private Future<Void> attach(MonthPartition month) {
        return database.workerTransaction(tx -> store.claim(tx)
                .compose(stillLeased -> stillLeased ? store.attach(tx, month) : Future.succeededFuture()));
    }

    private Future<Void> drop(MonthPartition month) {
        return database.workerTransaction(tx ->
                store.claim(tx).compose(stillLeased -> stillLeased ? store.drop(tx, month) : Future.succeededFuture()));
    }
}
