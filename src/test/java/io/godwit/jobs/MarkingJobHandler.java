package io.godwit.jobs;

import io.godwit.core.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A kind of job for tests: each chunk writes one mark, and what happens around it is the test's. */
final class MarkingJobHandler implements JobHandler {

    static final String TABLE = "CREATE TABLE marks (project uuid, job uuid, chunk int, node text, at bigserial)";

    private final String node;
    private final Map<Integer, Promise<Void>> chunkToGate = new ConcurrentHashMap<>();
    private final Map<Integer, RuntimeException> chunkToFault = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<Integer> begun = new ConcurrentLinkedQueue<>();

    MarkingJobHandler(String node) {
        this.node = node;
    }

    /** Chunks with this number stop when their effects are written but not committed, until the gate is completed. */
    Promise<Void> stopAt(int chunk) {
        return chunkToGate.computeIfAbsent(chunk, ignored -> Promise.promise());
    }

    /** Chunks with this number fail, after their effects. */
    void failAt(int chunk, RuntimeException fault) {
        chunkToFault.put(chunk, fault);
    }

    void heal() {
        chunkToFault.clear();
    }

    @Override
    public String name() {
        return "marks";
    }

    @Override
    public Future<Run> begin(Job job) {
        if (job.input().containsKey("refused")) {
            throw Failure.invalid("file", "custom", "never mind");
        }
        var chunks = ((Number) job.input().getOrDefault("chunks", 1)).intValue();
        var from = ((Number) job.checkpoint().getOrDefault("chunk", 0)).intValue();
        begun.add(from);
        return Future.succeededFuture(new Marking(job, chunks, from));
    }

    private final class Marking implements Run {

        private final Job job;
        private final int chunks;
        private int next;

        private Marking(Job job, int chunks, int next) {
            this.job = job;
            this.chunks = chunks;
            this.next = next;
        }

        @Override
        public Future<ChunkResult> step(SqlClient tx) {
            var chunk = next++;
            return tx.preparedQuery("INSERT INTO marks VALUES ($1, $2, $3, $4)")
                    .execute(Tuple.of(job.project().value(), job.id().value(), chunk, node))
                    .compose(ignored -> chunkToGate.containsKey(chunk)
                            ? chunkToGate.get(chunk).future()
                            : Future.succeededFuture())
                    .map(ignored -> result(chunk));
        }

        private ChunkResult result(int chunk) {
            var fault = chunkToFault.get(chunk);
            if (fault != null) {
                throw fault;
            }
            return new ChunkResult(
                    Map.of("chunk", chunk + 1),
                    Map.of("marks", chunk + 1),
                    List.of(Map.of("row", chunk)),
                    100 * (chunk + 1) / chunks,
                    chunk + 1 == chunks);
        }
    }
}
