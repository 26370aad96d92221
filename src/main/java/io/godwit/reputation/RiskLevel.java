package io.godwit.reputation;

import java.util.Locale;

/** How bad a number is. */
enum RiskLevel {
    HEALTHY,
    WARNING,
    CRITICAL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
