package io.godwit.db;

import io.godwit.core.PollLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Probes PostgreSQL with a small commit on a connection of its own: every 500 ms while it answers, every 250 ms while it
 * does not. So silence is noticed although no statement is waiting: PostgreSQL counts as late after 1.3 s, and after 2.6 s
 * requests are refused, those that wait as well.
 */
final class HealthProbe {

    /** Writes 60 bytes of WAL and no row, and its commit waits for the disk, as the commit of a row would. A standby refuses it. */
    private static final String WRITE = "SELECT pg_logical_emit_message(true, 'godwit', 'probe')::text";

    /**
     * Takes a megabyte of the disk and frees it again: 60 bytes fit into an existing file, also on a full disk. Used only while
     * the disk is known to be full, because each run writes to the catalogue.
     */
    private static final String ALLOCATE_SPACE = """
            CREATE TEMP TABLE godwit_probe ON COMMIT DROP AS
            SELECT repeat(md5(number::text), 32) AS padding FROM generate_series(1, 1024) AS number
            """;

    private static final String NO_RIGHT = "42501";

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(250);
    private static final Duration WHILE_UP = Duration.ofMillis(500);
    /** Time after which a probe without an answer shows that PostgreSQL is silent. */
    static final Duration DEADLINE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final PgConnectOptions options;
    private final DatabaseAvailability availability;
    private final PollLoop loop;
    private final Promise<Void> answered = Promise.promise();
    private @Nullable SqlConnection connection;
    private long lastSuccess;
    private boolean mayAllocateSpace = true;

    private HealthProbe(Vertx vertx, PgConnectOptions options, DatabaseAvailability availability) {
        this.vertx = vertx;
        this.options = options;
        this.availability = availability;
        this.loop = PollLoop.start(vertx, "db-probe", RETRY_INTERVAL, this::run);
        availability.onLost(loop::wake);
    }

    static HealthProbe start(Vertx vertx, PgConnectOptions options, DatabaseAvailability availability) {
        return new HealthProbe(vertx, options, availability);
    }

    /** Completes with the first success. */
    Future<Void> answered() {
        return answered.future();
    }

    /** Completes when no probe is under way and its connection is cut. */
    Future<Void> stop() {
        return loop.stop().onSuccess(ignored -> discardConnection());
    }

    private Future<PollLoop.Next> run() {
        var fresh = answered.future().isComplete() && System.nanoTime() - lastSuccess < WHILE_UP.toNanos();
        if (availability.isUp() && fresh) {
            return Future.succeededFuture(PollLoop.Next.IDLE);
        }
        var allocatesSpace = availability.isFull() && mayAllocateSpace;
        availability.probeBegan();
        return write(allocatesSpace ? ALLOCATE_SPACE : WRITE)
                .onComplete(ignored -> availability.probeEnded())
                .map(ignored -> succeeded(allocatesSpace))
                .otherwise(this::failed);
    }

    private Future<?> write(String statement) {
        return connected().compose(open -> StatementTimeout.of(DEADLINE)
                .guard(open, open.query(statement).execute()));
    }

    private Future<SqlConnection> connected() {
        return Optional.ofNullable(connection).map(Future::succeededFuture).orElseGet(() -> ConnectionOpener.open(
                        vertx, options, DEADLINE)
                .onSuccess(opened -> connection = opened));
    }

    /** Handles a successful write. A small write that began before the disk was known to be full proves nothing. */
    private PollLoop.Next succeeded(boolean allocatedSpace) {
        if (availability.isFull() && mayAllocateSpace && !allocatedSpace) {
            return PollLoop.Next.MORE;
        }
        lastSuccess = System.nanoTime();
        availability.returned();
        answered.tryComplete();
        return PollLoop.Next.IDLE;
    }

    /** Handles a failed write. A role without the right to make temporary tables uses the small write only. */
    private PollLoop.Next failed(Throwable cause) {
        if (cause instanceof DatabaseException refused && NO_RIGHT.equals(refused.getSqlState())) {
            mayAllocateSpace = false;
        }
        discardConnection();
        if (cause instanceof TimeoutException) {
            availability.silent(cause);
        } else {
            availability.lost(cause);
        }
        return PollLoop.Next.IDLE;
    }

    private void discardConnection() {
        Optional.ofNullable(connection).ifPresent(ConnectionOpener::abort);
        connection = null;
    }
}
