package io.godwit.delivery.shaping;

import java.time.Duration;

/**
 * The limits of one egress source at one site.
 *
 * @param connections max connections at once
 * @param emailsPerConnection max emails on one connection
 * @param startRate emails per hour before anything is learned
 * @param minRate emails per hour that the learned rate never falls below
 * @param maxRate emails per hour that the learned rate never exceeds
 * @param tlsRequired whether emails go over TLS only
 * @param idle the time an unused connection stays open
 */
public record SiteLimits(
        int connections,
        int emailsPerConnection,
        int startRate,
        int minRate,
        int maxRate,
        boolean tlsRequired,
        Duration idle) {

    public SiteLimits {
        if (connections < 1 || emailsPerConnection < 1 || minRate < 1) {
            throw new IllegalArgumentException("connections, emails-per-connection and min-rate must be 1 or more");
        }
        if (minRate > startRate || startRate > maxRate) {
            throw new IllegalArgumentException("min-rate, start-rate and max-rate must not fall in this order");
        }
        if (idle.isNegative()) {
            throw new IllegalArgumentException("idle must not be negative");
        }
    }
}
