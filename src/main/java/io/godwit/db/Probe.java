package io.godwit.db;

import io.godwit.core.Loop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by trying: every second while PostgreSQL answers, every 250 ms while it does not, on a connection of its own. So
 * a silent network is noticed within 3 s although nobody asks anything.
 */
final class Probe {

    /** Writes 60 bytes of WAL and no row, and its commit waits for the disk, as the commit of a row would. A standby refuses it. */
    private static final String WRITE = "SELECT pg_logical_emit_message(true, 'godwit', 'probe')::text";

    /**
     * Takes a megabyte of the disk and gives it back: 60 bytes find room in a file that is there, also on a full disk. Only
     * while the disk is known to be full, because each writes to the catalogue.
     */
    private static final String TAKE_ROOM = """
            CREATE TEMP TABLE godwit_probe ON COMMIT DROP AS
            SELECT repeat(md5(number::text), 32) AS room FROM generate_series(1, 1024) AS number
            """;

    private static final String NO_RIGHT = "42501";

    private static final Duration WHILE_AWAY = Duration.ofMillis(250);
    private static final Duration WHILE_UP = Duration.ofSeconds(1);
    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final PgConnectOptions options;
    private final Availability availability;
    private final Loop loop;
    private final Promise<Void> answered = Promise.promise();
    private @Nullable SqlConnection connection;
    private long lastSuccess;
    private boolean mayTakeRoom = true;

    private Probe(Vertx vertx, PgConnectOptions options, Availability availability) {
        this.vertx = vertx;
        this.options = options;
        this.availability = availability;
        this.loop = Loop.start(vertx, "database probe", WHILE_AWAY, this::run);
        availability.onLost(loop::nudge);
    }

    static Probe start(Vertx vertx, PgConnectOptions options, Availability availability) {
        return new Probe(vertx, options, availability);
    }

    /** Completes with the first success. */
    Future<Void> answered() {
        return answered.future();
    }

    /** Completes when no probe is under way and its connection is cut. */
    Future<Void> stop() {
        return loop.stop().onSuccess(stopped -> forget());
    }

    private Future<Loop.Next> run() {
        var fresh = answered.future().isComplete() && System.nanoTime() - lastSuccess < WHILE_UP.toNanos();
        if (availability.isUp() && fresh) {
            return Future.succeededFuture(Loop.Next.REST);
        }
        var takesRoom = availability.isFull() && mayTakeRoom;
        return write(takesRoom ? TAKE_ROOM : WRITE)
                .map(rows -> succeeded(takesRoom))
                .otherwise(this::failed);
    }

    private Future<?> write(String statement) {
        return connected().compose(open -> Deadline.of(DEADLINE)
                .hold(open, open.query(statement).execute()));
    }

    private Future<SqlConnection> connected() {
        return Optional.ofNullable(connection)
                .map(Future::succeededFuture)
                .orElseGet(() -> Connections.open(vertx, options, DEADLINE).onSuccess(opened -> connection = opened));
    }

    /** A small write that began before the disk was known to be full proves nothing. */
    private Loop.Next succeeded(boolean tookRoom) {
        if (availability.isFull() && mayTakeRoom && !tookRoom) {
            return Loop.Next.AGAIN;
        }
        lastSuccess = System.nanoTime();
        availability.returned();
        answered.tryComplete();
        return Loop.Next.REST;
    }

    /** A role that may make no temporary table is left with the small write. */
    private Loop.Next failed(Throwable cause) {
        if (cause instanceof DatabaseException refused && NO_RIGHT.equals(refused.getSqlState())) {
            mayTakeRoom = false;
        }
        forget();
        availability.lost(cause);
        return Loop.Next.REST;
    }

    private void forget() {
        Optional.ofNullable(connection).ifPresent(Connections::cut);
        connection = null;
    }
}
