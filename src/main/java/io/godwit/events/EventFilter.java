package io.godwit.events;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import java.util.Optional;

/**
 * Which events are listed, the newest first.
 *
 * @param before only older ones
 */
record EventFilter(Optional<String> name, Optional<ContactId> contact, Optional<EventId> before) {}
