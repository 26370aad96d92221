package io.godwit.web.lists;

import io.godwit.web.ChunkedBody;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Streams rows as a CSV file: the header, then page by page, each read when the client has taken the one before. No transaction
 * is held open for a slow client.
 *
 * @param <R> a row
 */
public final class CsvStream<R> implements ChunkedBody {

    private final Buffer header;
    private final int page;
    private final Function<Optional<R>, Future<List<R>>> after;
    private final Function<List<R>, Buffer> lines;
    private final WorkerExecutor workers;
    private Optional<R> last = Optional.empty();
    private boolean started;
    private boolean ended;

    /**
     * @param page how many rows {@code after} answers unless there are no more
     * @param after the rows that follow one, or the first ones
     * @param lines writes rows, on {@code workers}
     */
    public CsvStream(
            Buffer header,
            int page,
            Function<Optional<R>, Future<List<R>>> after,
            Function<List<R>, Buffer> lines,
            WorkerExecutor workers) {
        this.header = header;
        this.page = page;
        this.after = after;
        this.lines = lines;
        this.workers = workers;
    }

    @Override
    public Future<Optional<Buffer>> next() {
        if (!started) {
            started = true;
            return Future.succeededFuture(Optional.of(header));
        }
        return ended
                ? Future.succeededFuture(Optional.empty())
                : after.apply(last).compose(this::write);
    }

    private Future<Optional<Buffer>> write(List<R> rows) {
        ended = rows.size() < page;
        if (rows.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        last = Optional.of(rows.get(rows.size() - 1));
        return workers.executeBlocking(() -> lines.apply(rows), false).map(Optional::of);
    }
}
