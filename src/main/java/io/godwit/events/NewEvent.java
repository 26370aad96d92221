package io.godwit.events;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.ProjectId;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event about to be appended.
 *
 * @param once non-persistent values: whoever reacts to the event sees them, the log does not keep them
 * @param depth how many triggers of ours led here; 0 for what a caller sent
 */
public record NewEvent(
        ProjectId project,
        EventId id,
        ContactId contact,
        String name,
        Map<String, @Nullable Object> data,
        Map<String, @Nullable Object> once,
        Optional<EmailId> email,
        int depth) {

    public NewEvent(
            ProjectId project,
            EventId id,
            ContactId contact,
            String name,
            Map<String, @Nullable Object> data,
            Optional<EmailId> email,
            int depth) {
        this(project, id, contact, name, data, Map.of(), email, depth);
    }

    /** The same as a link of a longer chain. */
    public NewEvent at(int deeper) {
        return new NewEvent(project, id, contact, name, data, once, email, deeper);
    }
}
