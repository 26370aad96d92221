package io.godwit.ingest;

import io.godwit.core.SettingsReader;

/**
 * The settings of call batching.
 *
 * @param verticles number of batchers of this node, each on an event loop of its own
 * @param batchCalls max calls in one transaction; 1 switches batching off
 * @param connections of each verticle that carry batches, beside one for its slow queue; more than one only pays where batches are
 *     small
 * @param queueCalls max calls waiting at one verticle; one more is answered 503
 * @param queueBytes max bytes of calls waiting at one verticle
 */
public record IngestSettings(int verticles, int batchCalls, int connections, int queueCalls, long queueBytes) {

    /**
     * Default max calls per batch; more rows in a statement made it no faster (measured 2026-11: 64 to 256 rows 33–55k rows/s).
     */
    public static final int BATCH_CALLS = 256;

    /** Default max waiting calls: a second's worth of work on two cores; beyond, callers are told to retry. */
    private static final int QUEUE_CALLS = 16_384;

    /** Default max bytes of waiting calls: one call of 40 MB with its attachments decoded and some others beside it. */
    private static final long QUEUE_BYTES = 96L << 20;

    public IngestSettings {
        if (verticles < 1 || batchCalls < 1 || connections < 1 || queueCalls < 1 || queueBytes < 1) {
            throw new IllegalArgumentException("Every number of the ingest settings must be at least 1.");
        }
    }

    public static IngestSettings of(int verticles) {
        return new IngestSettings(verticles, BATCH_CALLS, 1, QUEUE_CALLS, QUEUE_BYTES);
    }

    /**
     * One batcher for two cores: while its transaction runs in PostgreSQL on one, requests are taken on the other. With one a
     * core, batches are half as long and a tracked event costs PostgreSQL a quarter more (measured 2026-11-21).
     */
    public static IngestSettings read(SettingsReader reader) {
        var verticles = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        var defaults = of(verticles);
        var connections = reader.number("ingest.connections", 0, 200);
        return new IngestSettings(
                verticles,
                reader.number("ingest.batch", 1, 1_000),
                Math.max(1, connections / verticles),
                defaults.queueCalls(),
                defaults.queueBytes());
    }
}
