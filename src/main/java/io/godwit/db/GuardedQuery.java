package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import java.util.function.Function;
import java.util.stream.Collector;

/** A plain statement that takes a connection from its pool when it is executed, so that the pool's timeout applies. */
record GuardedQuery<T>(GuardedPool pool, Function<SqlConnection, Query<T>> on) implements Query<T> {

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
