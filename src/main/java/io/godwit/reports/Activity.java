package io.godwit.reports;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One thing that happened, as the API shows it. Bodies of mail are not in it. */
record Activity(
        String id,
        String type,
        Instant timestamp,
        Optional<String> contactEmail,
        Optional<UUID> contactId,
        Map<String, @Nullable Object> metadata) {}
