package io.godwit.sending.content;

import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.function.BooleanSupplier;

/**
 * Compresses the texts of contents that one call alone uses, before they are queued: PostgreSQL then writes a third. What many
 * emails share is written once and stays as it is. Safe to use from any context.
 */
public final class ContentCompressor {

    /** Octets from which it pays: at 2 KB the processor time of compressing was more than PostgreSQL saved (SendBench). */
    private static final int MIN_OCTETS = 4 * 1024;

    /** Characters that are compressed on an event loop, which takes some 0.2 ms, at worst 0.6. */
    private static final int COMPRESSED_ON_LOOP = 64 * 1024;

    private final BooleanSupplier readable;
    private final WorkerExecutor workers;

    /**
     * @param readable whether every node of the installation can read compressed contents
     * @param workers compress large contents
     */
    public ContentCompressor(BooleanSupplier readable, WorkerExecutor workers) {
        this.readable = readable;
        this.workers = workers;
    }

    /** Completes with the content to be stored, compressed if that pays. */
    public Future<StoredContent> compress(EmailContent content) {
        var octets = ContentTexts.of(content).minOctets();
        if (octets < MIN_OCTETS || !readable.getAsBoolean()) {
            return Future.succeededFuture(StoredContent.uncompressed(content));
        }
        return octets <= COMPRESSED_ON_LOOP
                ? Future.succeededFuture(StoredContent.compressed(content))
                : workers.executeBlocking(() -> StoredContent.compressed(content), false);
    }
}
