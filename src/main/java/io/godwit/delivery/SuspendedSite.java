package io.godwit.delivery;

import java.time.Instant;

/**
 * A site with a number to which nothing leaves from this node.
 *
 * @param number as {@code outbox.destination} has it
 * @param until the time before which that will not change
 */
public record SuspendedSite(short number, String reason, Instant until) {}
