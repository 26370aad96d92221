package io.godwit.inbound.processing;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.UUID;

/**
 * A report as it came.
 *
 * @param eventId the provider's name for it; the same one is taken once
 * @param kind what the provider calls it
 * @param tries how often it has been looked at before
 */
public record RawReport(
        UUID id, String provider, String eventId, String kind, Buffer raw, Instant receivedAt, int tries) {}
