package io.godwit.reports;

import io.godwit.sending.EmailReason;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The final states of emails that were never sent; each has its own index. */
enum UnsentKind {
    FAILED(ActivityType.EMAIL_FAILED, EmailReason.IS_FAILED),
    SUPPRESSED(ActivityType.EMAIL_SUPPRESSED, EmailReason.IS_SUPPRESSED);

    private final ActivityType type;
    private final String index;

    UnsentKind(ActivityType type, String index) {
        this.type = type;
        this.index = index;
    }

    static List<UnsentKind> of(Set<ActivityType> types) {
        return Arrays.stream(values()).filter(each -> types.contains(each.type)).toList();
    }

    ActivityType type() {
        return type;
    }

    /** The condition for emails of this kind, in SQL over {@code emails}. */
    String condition() {
        return index + " AND status = '" + name() + "'";
    }

    /** The condition for counting: its index contains exactly the suppressed emails, of which there may be a million. */
    String counted() {
        return this == SUPPRESSED ? index : condition();
    }
}
