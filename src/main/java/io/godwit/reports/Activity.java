package io.godwit.reports;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One entry of the activity feed as a JSON answer, without bodies of emails. */
record Activity(
        String id,
        ActivityType type,
        Instant timestamp,
        Optional<String> contactEmail,
        Optional<UUID> contactId,
        Map<String, @Nullable Object> metadata) {}
