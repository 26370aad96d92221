package io.godwit.reports;

import io.godwit.core.Tenant;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A query of the feed: entries of these types, of this contact, from this time on and behind that position, newest first.
 */
record FeedQuery(
        Tenant tenant, Set<ActivityType> types, Optional<UUID> contact, Instant from, FeedPosition after, int limit) {}
