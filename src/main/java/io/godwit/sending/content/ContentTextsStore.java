package io.godwit.sending.content;

import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the columns {@code body}, {@code text_body}, {@code raw}, {@code compressed} and {@code size} of {@code contents}. All
 * readers of a content's texts go through it.
 */
public final class ContentTextsStore {

    /** The columns to select. */
    public static final String COLUMNS = "body, text_body, raw, compressed, size";

    /** The octets that are decompressed on an event loop, which takes about a tenth of a millisecond. */
    private static final int READ_ON_LOOP = 64 * 1024;

    private ContentTextsStore() {}

    /** Reads rows whose texts may be large: by a worker when there is much to decompress. */
    public static <T> Future<T> reading(WorkerExecutor workers, Iterable<Row> rows, Supplier<T> reader) {
        var octets = 0L;
        for (var row : rows) {
            octets += Optional.ofNullable(row.getInteger("size")).orElse(0);
        }
        return octets <= READ_ON_LOOP
                ? Future.succeededFuture(reader.get())
                : workers.executeBlocking(reader::get, false);
    }

    /** Reads the texts of a row; all are empty in a row without a content. Fails when what is stored is damaged. */
    public static ContentTexts read(Row row) {
        var compressed = row.getBuffer("compressed");
        return compressed == null
                ? new ContentTexts(
                        Optional.ofNullable(row.getString("body")),
                        Optional.ofNullable(row.getString("text_body")),
                        Optional.ofNullable(row.getBuffer("raw")).map(Buffer::getBytes))
                : CompressedTexts.read(compressed.getBytes());
    }
}
