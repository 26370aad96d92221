package io.godwit.sending.api;

import io.godwit.web.ApiResponse;
import io.vertx.core.Future;

/**
 * Writes validated send requests to the database. Declared here, implemented by {@code ingest}, whose batcher commits many
 * calls at once.
 */
public interface SendGateway {

    /**
     * Completes with the answer once the transaction is durable; with the first answer again, marked as a replay, when the
     * idempotency key was used before. Fails with {@code BAD_REQUEST} when a recipient may not get marketing email (and writes
     * nothing), {@code INVALID_API_KEY} or {@code PROJECT_DISABLED} when the key was revoked meanwhile,
     * {@code SERVICE_UNAVAILABLE} when the database is not available or the queue is full.
     */
    Future<ApiResponse> accept(Submission submission);
}
