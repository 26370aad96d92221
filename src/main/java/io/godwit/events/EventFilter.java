package io.godwit.events;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import java.util.Optional;

/**
 * The filter of a list of events, newest first.
 *
 * @param before the list contains only older events
 */
record EventFilter(Optional<String> name, Optional<ContactId> contact, Optional<EventId> before) {}
