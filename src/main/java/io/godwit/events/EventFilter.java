package io.godwit.events;

import io.godwit.core.ContactId;
import io.godwit.core.EventId;
import java.util.Optional;

/**
 * Which events are listed, the newest first.
 *
 * @param before only older ones
 */
record EventFilter(Optional<String> name, Optional<ContactId> contact, Optional<EventId> before) {}
