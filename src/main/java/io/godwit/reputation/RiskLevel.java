package io.godwit.reputation;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The level of a rate or number. */
enum RiskLevel {
    HEALTHY,
    WARNING,
    CRITICAL;

    /** Returns the word of the API. */
    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
