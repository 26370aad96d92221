package io.godwit.sending;

import io.godwit.web.ApiResponse;
import io.vertx.core.Future;

/**
 * Takes validated calls into the database; owned here, kept by {@code ingest}, whose batcher commits many calls at once.
 */
public interface SendGateway {

    /**
     * Completes with the answer once the transaction is durable; with the first answer again, marked as a replay, when the
     * claim was used before. Fails with {@code BAD_REQUEST} when a recipient may not get marketing mail (and writes nothing),
     * {@code INVALID_API_KEY} or {@code PROJECT_DISABLED} when the key died meanwhile, {@code SERVICE_UNAVAILABLE} when the
     * database is away or the queue is full.
     */
    Future<ApiResponse> accept(Submission submission);
}
