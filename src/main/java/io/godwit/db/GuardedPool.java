package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.TransactionPropagation;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;

/**
 * A pool that never hangs: while PostgreSQL is away it refuses at once, a full queue is a refusal, and a statement or a
 * transaction without an answer at its timeout has its connection closed.
 */
final class GuardedPool implements Pool {

    private final Pool pool;
    private final StatementTimeout timeout;
    private final DatabaseAvailability availability;
    private final WaitingCalls calls;
    private final SqlErrors errors;

    /**
     * Makes a guarded pool.
     *
     * @param calls those of the pool are added to them
     */
    GuardedPool(Pool pool, StatementTimeout timeout, DatabaseAvailability availability, WaitingCalls calls) {
        this.pool = pool;
        this.timeout = timeout;
        this.availability = availability;
        this.calls = calls;
        this.errors = new SqlErrors(availability);
    }

    /** Acquires a connection; from here on the caller sets the time limits. */
    @Override
    public Future<SqlConnection> getConnection() {
        return availability.isUp()
                ? acquire().recover(cause -> Future.failedFuture(errors.ofAcquiring(cause)))
                : Future.failedFuture(SqlErrors.unavailable());
    }

    /** A connection that comes when nobody waits for it any more goes back to the pool. */
    private Future<SqlConnection> acquire() {
        var acquired = pool.getConnection();
        return calls.add(acquired).onFailure(ignored -> acquired.onSuccess(SqlConnection::close));
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return new GuardedQuery<>(this, connection -> connection.query(sql));
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return new GuardedStatement<>(this, connection -> connection.preparedQuery(sql));
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return new GuardedStatement<>(this, connection -> connection.preparedQuery(sql, options));
    }

    /** The timeout covers all of {@code work}. */
    @Override
    public <T> Future<T> withConnection(Function<SqlConnection, Future<T>> work) {
        return getConnection().compose(connection -> guard(connection, work)).recover(this::refuse);
    }

    /** The timeout covers all of {@code work} and its commit. */
    @Override
    public <T> Future<T> withTransaction(Function<SqlConnection, Future<T>> work) {
        return withConnection(connection -> TransactionRunner.run(connection, work));
    }

    /** Not supported: work is never joined to a transaction that is already open, whose end would be hidden. */
    @Override
    public <T> Future<T> withTransaction(TransactionPropagation propagation, Function<SqlConnection, Future<T>> work) {
        throw new UnsupportedOperationException("Pass the transaction on as a parameter");
    }

    @Override
    public int size() {
        return pool.size();
    }

    @Override
    public Future<Void> close() {
        return pool.close();
    }

    private <T> Future<T> guard(SqlConnection connection, Function<SqlConnection, Future<T>> work) {
        return timeout.within(connection, TransactionRunner.attempt(connection, work), calls);
    }

    private <T> Future<T> refuse(Throwable cause) {
        return Future.failedFuture(errors.translate(cause));
    }

    /** A plain statement that takes a connection from its pool when it is executed, so that the pool's timeout applies. */
    private record GuardedQuery<T>(GuardedPool pool, Function<SqlConnection, Query<T>> on) implements Query<T> {

        @Override
        public Future<T> execute() {
            return pool.withConnection(connection -> on.apply(connection).execute());
        }

        @Override
        public <R> Query<SqlResult<R>> collecting(Collector<Row, ?, R> collector) {
            return new GuardedQuery<>(pool, on.andThen(query -> query.collecting(collector)));
        }

        @Override
        public <U> Query<RowSet<U>> mapping(Function<Row, U> mapper) {
            return new GuardedQuery<>(pool, on.andThen(query -> query.mapping(mapper)));
        }
    }

    /** A {@link GuardedQuery} with parameters. */
    private record GuardedStatement<T>(GuardedPool pool, Function<SqlConnection, PreparedQuery<T>> on)
            implements PreparedQuery<T> {

        @Override
        public Future<T> execute() {
            return pool.withConnection(connection -> on.apply(connection).execute());
        }

        @Override
        public Future<T> execute(Tuple parameters) {
            return pool.withConnection(connection -> on.apply(connection).execute(parameters));
        }

        @Override
        public Future<T> executeBatch(List<Tuple> batch) {
            return pool.withConnection(connection -> on.apply(connection).executeBatch(batch));
        }

        @Override
        public <R> PreparedQuery<SqlResult<R>> collecting(Collector<Row, ?, R> collector) {
            return new GuardedStatement<>(pool, on.andThen(query -> query.collecting(collector)));
        }

        @Override
        public <U> PreparedQuery<RowSet<U>> mapping(Function<Row, U> mapper) {
            return new GuardedStatement<>(pool, on.andThen(query -> query.mapping(mapper)));
        }
    }
}
