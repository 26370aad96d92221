package io.godwit.delivery;

import java.time.Duration;
import java.time.Instant;

/**
 * A site with a number to which nothing leaves from this node.
 *
 * @param number as {@code outbox.destination} has it
 * @param until the time before which that will not change
 * @param lasts the time for which it has been suspended for a refusal or a failure, again and again
 */
public record SuspendedSite(short number, String reason, Instant until, Duration lasts) {}
