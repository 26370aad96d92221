package io.godwit.jobs;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is done in one kind of job. One object serves all jobs of the kind. */
public interface JobHandler {

    /** Stands in the table; never to be changed. */
    String name();

    /**
     * Takes a job up, at its beginning or behind its checkpoint. A {@link io.godwit.core.Failure} ends the job with its
     * sentence, here and in a run, unless it is {@code SERVICE_UNAVAILABLE}; anything else is tried again.
     */
    Future<Run> begin(Job job);

    /** A job being carried out, chunk by chunk, by one claim; given up at the first failure, and then begun anew. */
    interface Run {

        /** Gets the next chunk ready outside of any transaction, on workers when it takes time. */
        default Future<Void> prepare() {
            return Future.succeededFuture();
        }

        /**
         * Does one chunk, in a transaction that commits it together with the checkpoint it answers. It should take a second at
         * most: so long others wait for what it locks.
         */
        Future<ChunkResult> step(SqlClient tx);

        /** After the chunk has been committed. */
        default void committed() {}
    }

    /**
     * How far a job has come with a chunk.
     *
     * @param counters of the whole job so far
     * @param newErrors what went wrong in this chunk, to be added to those there are
     * @param progress 0 to 100
     */
    record ChunkResult(
            Map<String, @Nullable Object> checkpoint,
            Map<String, @Nullable Object> counters,
            List<Map<String, @Nullable Object>> newErrors,
            int progress,
            boolean done) {}
}
