package io.godwit.events;

import io.godwit.core.ContactId;
import io.godwit.core.EmailId;
import io.godwit.core.EventId;
import io.godwit.core.ProjectId;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event about to be appended.
 *
 * @param depth how many triggers of ours led here; 0 for what a caller sent
 */
public record NewEvent(
        ProjectId project,
        EventId id,
        ContactId contact,
        String name,
        Map<String, @Nullable Object> data,
        Optional<EmailId> email,
        int depth) {}
