package io.godwit.db;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Time limits and queue lengths of each kind of connection to PostgreSQL. */
enum PoolLimits {
    /** For requests; up to 256 wait for a connection, up to five seconds. */
    REQUESTS(Duration.ofSeconds(10), Duration.ofSeconds(3), 256, 1),
    /** For lists whose plan does not depend on values; limits as for requests. */
    LISTS(Duration.ofSeconds(10), Duration.ofSeconds(3), 256, 1) {
        @Override
        PgConnectOptions options(DatabaseUrl url) {
            return planned(super.options(url));
        }
    },
    /** For requests without a key or a session; few may wait, because there may be any number of them. */
    ANONYMOUS(Duration.ofSeconds(10), Duration.ofSeconds(3), 64, 1),
    /**
     * For background workers. The lock timeout is shorter than the send pipeline's limit for a statement: a statement it has
     * given up must have ended.
     */
    WORKERS(Duration.ofMinutes(1), Duration.ofSeconds(5), 1024, 1),
    /** For the few statements that each email of the send pipeline passes through; limits as for workers. */
    SENDING(Duration.ofMinutes(1), Duration.ofSeconds(5), 1024, 1) {
        @Override
        PgConnectOptions options(DatabaseUrl url) {
            return planned(super.options(url));
        }
    },
    /** For ingestion, whose statements are pipelined. */
    DEDICATED(Duration.ofSeconds(5), Duration.ofMillis(200), 0, 64);

    /** Longer than the 2,048 characters the driver caches by default: our grouped statements are long, and few. */
    private static final int CACHED_SQL_LENGTH = 32_768;

    /** PostgreSQL's own timeout is this much shorter than ours, because it leaves the connection whole. */
    private static final Duration HEAD_START = Duration.ofMillis(500);

    /** Limit for connecting, and for acquiring a connection. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    /**
     * Time after which a connection that nobody has acquired is closed: a process of PostgreSQL keeps 2 to 5 MB for its caches and
     * plans.
     */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Duration deadline;
    private final Duration lock;
    private final int waiting;
    private final int pipelining;

    PoolLimits(Duration deadline, Duration lock, int waiting, int pipelining) {
        this.deadline = deadline;
        this.lock = lock;
        this.waiting = waiting;
        this.pipelining = pipelining;
    }

    Duration timeout() {
        return WAIT;
    }

    /**
     * Connection options. Statements are planned for the present tables and parameters: a plan made when a table was empty reads
     * all of it when it has grown. A caller that sends the same statement thousands of times chooses otherwise on its own
     * connection.
     */
    PgConnectOptions options(DatabaseUrl url) {
        var statement = Long.toString(deadline.minus(HEAD_START).toMillis());
        return new PgConnectOptions(url.options())
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheSqlLimit(CACHED_SQL_LENGTH)
                .setPipeliningLimit(pipelining)
                .addProperty("application_name", "godwit")
                .addProperty("statement_timeout", statement)
                .addProperty("lock_timeout", Long.toString(lock.toMillis()))
                .addProperty("idle_in_transaction_session_timeout", statement)
                .addProperty("plan_cache_mode", "force_custom_plan")
                .addProperty("synchronous_commit", "on");
    }

    /**
     * Plans each statement once. All of them reach their rows by keys through an index; the other ways to join are off, because a plan
     * made while a table was empty would read all of it when it has grown.
     */
    private static PgConnectOptions planned(PgConnectOptions options) {
        return options.addProperty("plan_cache_mode", "force_generic_plan")
                .addProperty("enable_seqscan", "off")
                .addProperty("enable_hashjoin", "off")
                .addProperty("enable_mergejoin", "off")
                .addProperty("jit", "off");
    }

    Pool pool(Vertx vertx, DatabaseUrl url, int connections, DatabaseAvailability availability) {
        var pool = PgBuilder.pool()
                .with(size(connections))
                .with(socket())
                .connectingTo(options(url))
                .using(vertx)
                .build();
        return new GuardedPool(
                pool,
                StatementTimeout.of(deadline),
                availability,
                isOfRequests() ? availability.requests() : new WaitingCalls());
    }

    /** True when a caller waits for the answer: such calls fail at once when PostgreSQL falls silent. */
    private boolean isOfRequests() {
        return this == REQUESTS || this == LISTS || this == ANONYMOUS;
    }

    private PoolOptions size(int connections) {
        return new PoolOptions()
                .setName(name().toLowerCase(Locale.ROOT))
                .setMaxSize(connections)
                .setMaxWaitQueueSize(waiting)
                .setIdleTimeout((int) IDLE.toSeconds())
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setConnectionTimeout((int) WAIT.toSeconds())
                .setConnectionTimeoutUnit(TimeUnit.SECONDS);
    }

    /**
     * Socket options. The user timeout ends a connection whose peer is gone without a message, if the transport supports it
     * (Linux epoll).
     */
    private NetClientOptions socket() {
        return new NetClientOptions()
                .setConnectTimeout((int) WAIT.toMillis())
                .setTcpKeepAlive(true)
                .setTcpUserTimeout((int) deadline.toMillis());
    }
}
