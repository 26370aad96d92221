package io.godwit.db;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;

/** How long each way into PostgreSQL may take, told to the server when connecting, and how many may wait for a connection. */
enum Limits {
    REQUESTS(Duration.ofSeconds(10), Duration.ofSeconds(5), 256, 1),
    WORKERS(Duration.ofSeconds(60), Duration.ofSeconds(30), 1024, 1),
    DEDICATED(Duration.ofSeconds(5), Duration.ofMillis(200), 0, 64);

    /** Longer than the 2,048 characters the driver caches by default: our grouped statements are long, and few. */
    private static final int CACHED_SQL_LENGTH = 32_768;

    private final Duration statement;
    private final Duration lock;
    private final int waiting;
    private final int pipelining;

    Limits(Duration statement, Duration lock, int waiting, int pipelining) {
        this.statement = statement;
        this.lock = lock;
        this.waiting = waiting;
        this.pipelining = pipelining;
    }

    Duration statement() {
        return statement;
    }

    PgConnectOptions options(DatabaseUrl url) {
        return new PgConnectOptions(url.options())
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheSqlLimit(CACHED_SQL_LENGTH)
                .setPipeliningLimit(pipelining)
                .addProperty("application_name", "godwit")
                .addProperty("statement_timeout", Long.toString(statement.toMillis()))
                .addProperty("lock_timeout", Long.toString(lock.toMillis()))
                .addProperty("idle_in_transaction_session_timeout", Long.toString(statement.toMillis()))
                .addProperty("synchronous_commit", "on");
    }

    Pool pool(Vertx vertx, DatabaseUrl url, int connections) {
        return PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections).setMaxWaitQueueSize(waiting))
                .connectingTo(options(url))
                .using(vertx)
                .build();
    }
}
