package io.godwit.jobs;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries out jobs of one kind. One object serves all jobs of the kind. */
public interface JobHandler {

    /** The kind's name in the {@code jobs} table; never to be changed. */
    String name();

    /**
     * Begins a job, at its start or behind its checkpoint. A {@link io.godwit.core.Failure} ends the job with its sentence, here
     * and in a run, unless it is {@code SERVICE_UNAVAILABLE}; after anything else the job is tried again.
     */
    Future<Run> begin(Job job);

    /** A job being carried out, chunk by chunk, by one claim; abandoned at the first failure, and then begun anew. */
    interface Run {

        /** Gets the next chunk ready outside of any transaction, on workers when it takes time. */
        default Future<Void> prepare() {
            return Future.succeededFuture();
        }

        /**
         * Does one chunk, in a transaction that commits it together with the checkpoint it returns. A chunk should take a second
         * at most: that is how long others wait for the rows it locks.
         */
        Future<ChunkResult> step(SqlClient tx);

        /** Called after the chunk has been committed. */
        default void committed() {}
    }

    /**
     * The progress of a job after a chunk.
     *
     * @param counters of the whole job so far
     * @param newErrors errors of this chunk, appended to the stored ones
     * @param progress 0 to 100
     */
    record ChunkResult(
            Map<String, @Nullable Object> checkpoint,
            Map<String, @Nullable Object> counters,
            List<Map<String, @Nullable Object>> newErrors,
            int progress,
            boolean done) {}
}
