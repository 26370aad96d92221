package io.godwit.projects;

import io.godwit.web.KeyScope;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An API key as it is listed for the project's members, without the key itself.
 *
 * @param label empty for the first pair
 * @param start the first characters of the key, enough to tell it from others
 */
record ApiKeySummary(
        UUID id,
        Optional<String> label,
        KeyScope scope,
        String start,
        Instant createdAt,
        Optional<Instant> lastUsedAt) {}
