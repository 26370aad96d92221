package io.godwit.reports;

import io.godwit.core.Tenant;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What of the feed is asked for: things of these types, of this contact, from this time on and behind that place, the newest
 * first.
 */
record FeedQuery(
        Tenant tenant, Set<ActivityType> types, Optional<UUID> contact, Instant from, FeedPosition behind, int limit) {}
