package io.godwit.ingest;

import io.godwit.bus.RequestAddress;
import io.godwit.web.ApiResponse;

/** The addresses of ingestion on the bus. */
final class IngestMessages {

    /**
     * Requests the writing of a call. Only a batcher of the same node is asked; {@code at(i)} is the one of verticle {@code i}.
     */
    static final RequestAddress<IngestCall, ApiResponse> INGEST =
            new RequestAddress<>("ingest.append", IngestCall.class, ApiResponse.class, true);

    private IngestMessages() {}
}
