package io.godwit.reputation;

import java.util.Locale;

/** How bad a number is. */
enum Level {
    HEALTHY,
    WARNING,
    CRITICAL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
