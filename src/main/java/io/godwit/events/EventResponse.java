package io.godwit.events;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event as a JSON answer.
 *
 * @param contact empty when the contact has been deleted meanwhile
 */
record EventResponse(
        EventId id,
        ProjectId projectId,
        String name,
        @Nullable Map<String, @Nullable Object> data,
        ContactId contactId,
        Optional<UUID> emailId,
        Instant createdAt,
        Optional<Owner> contact) {

    /** The contact of an event. */
    record Owner(String email) {}
}
