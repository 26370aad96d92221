package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;

/** A {@link GuardedQuery} with parameters. */
record GuardedStatement<T>(GuardedPool pool, Function<SqlConnection, PreparedQuery<T>> on) implements PreparedQuery<T> {

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
