package io.godwit.reputation;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The settings of reputation.
 *
 * @param disable true: a project with critical rates is suspended automatically
 * @param pause the least time before a suspension can end automatically
 */
public record ReputationSettings(boolean disable, Duration pause) {

    /** Reads the settings; {@code billed} says whether projects of strangers pay here, so that suspending is the default. */
    public static ReputationSettings read(SettingsReader reader, boolean billed) {
        return new ReputationSettings(
                reader.optionalFlag("reputation.suspend").orElse(billed), reader.duration("reputation.min-suspension"));
    }
}
