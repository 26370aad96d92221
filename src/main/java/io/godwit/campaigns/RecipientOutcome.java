package io.godwit.campaigns;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of a recipient of a campaign, as the campaign's stats count it. */
enum RecipientOutcome {
    PENDING,
    SENT,
    SKIPPED,
    FAILED,
    CANCELLED;

    /** Returns the outcome as the API and the statements spell it. */
    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RecipientOutcome of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
