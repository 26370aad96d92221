package io.godwit.delivery;

import java.time.Instant;

/**
 * A destination to which nothing leaves from this node.
 *
 * @param number of the destination in the outbox
 * @param until the time before which that will not change
 */
public record SuspendedDestination(short number, String reason, Instant until) {}
