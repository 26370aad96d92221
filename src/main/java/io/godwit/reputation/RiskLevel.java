package io.godwit.reputation;

import java.util.Locale;

/** The level of a rate or number. */
enum RiskLevel {
    HEALTHY,
    WARNING,
    CRITICAL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
