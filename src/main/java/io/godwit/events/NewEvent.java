package io.godwit.events;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.ProjectId;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event to be appended.
 *
 * @param transientData non-persistent values: the hook sees them, the log does not store them
 * @param triggerDepth the number of triggers of workflows that led to the event; 0 for an event sent by a caller
 */
public record NewEvent(
        ProjectId project,
        EventId id,
        ContactId contact,
        String name,
        Map<String, @Nullable Object> data,
        Map<String, @Nullable Object> transientData,
        Optional<EmailId> email,
        int triggerDepth) {

    public NewEvent(
            ProjectId project,
            EventId id,
            ContactId contact,
            String name,
            Map<String, @Nullable Object> data,
            Optional<EmailId> email,
            int triggerDepth) {
        this(project, id, contact, name, data, Map.of(), email, triggerDepth);
    }

    /** A copy with another trigger depth. */
    public NewEvent at(int deeper) {
        return new NewEvent(project, id, contact, name, data, transientData, email, deeper);
    }
}
