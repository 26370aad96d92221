package io.godwit.reports;

import io.godwit.sending.EmailReason;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** How mail ends that never left us; each is found by an index of its own (V27). */
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

    /** In SQL, over the log of mails. */
    String condition() {
        return index + " AND status = '" + name() + "'";
    }

    /** The same for who counts: suppressed mail is what its index holds, and of that there may be a million rows. */
    String counted() {
        return this == SUPPRESSED ? index : condition();
    }
}
