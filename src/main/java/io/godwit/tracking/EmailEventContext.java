package io.godwit.tracking;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data of an email's sending event.
 *
 * @param data subject, sender, template: the data of every event of the email
 * @param triggerDepth number of chained triggers that led to the email
 */
public record EmailEventContext(Map<String, @Nullable Object> data, int triggerDepth) {

    /** The context of an email without a known sending event. */
    public static final EmailEventContext NOTHING = new EmailEventContext(Map.of(), 0);

    /** Returns whether the delivery simulator accepted the email. */
    public boolean isSimulated() {
        return Boolean.TRUE.equals(data.get("simulated"));
    }
}
