package io.godwit.tracking;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the event of an email's sending told.
 *
 * @param data subject, sender, template: what every event of the email tells
 * @param depth how many triggers of ours led to the email
 */
public record EmailEventContext(Map<String, @Nullable Object> data, int depth) {

    /** Nothing is known. */
    public static final EmailEventContext NOTHING = new EmailEventContext(Map.of(), 0);
}
