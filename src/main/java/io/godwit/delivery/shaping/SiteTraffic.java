package io.godwit.delivery.shaping;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The traffic of one source to one site as a page shows it.
 *
 * @param perHour the rate in force, emails per hour
 * @param hold the reason why nothing starts now, but transactional emails maybe, other than that the rate is used up for the moment
 * @param notBefore the time the reason is expected to end
 */
public record SiteTraffic(
        ShapingKey key,
        Optional<String> provider,
        int perHour,
        int openConnections,
        int maxConnections,
        int emailsPerConnection,
        Optional<Hold> hold,
        Optional<Instant> notBefore,
        List<Suspension> suspensions,
        Optional<ShapingState.WarmUpDay> warmUp) {}
