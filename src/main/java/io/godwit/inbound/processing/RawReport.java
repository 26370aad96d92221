package io.godwit.inbound.processing;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.UUID;

/**
 * A report as it was received.
 *
 * @param eventId the provider's id of it; the same one is accepted once
 * @param kind the provider's name for its type
 * @param tries the number of earlier attempts to process it
 */
public record RawReport(
        UUID id, String provider, String eventId, String kind, Buffer raw, Instant receivedAt, int tries) {}
