package io.godwit.config;

import io.godwit.core.SettingInForce;
import io.godwit.core.SettingsException;
import io.godwit.core.SettingsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings as they were written together with every mistake in them, for those who look for the mistakes.
 *
 * @param settings with a harmless value in place of each wrong one; empty when they cannot be read at all
 * @param inForce every setting in the order of {@code conf/godwit.yaml}; none when they cannot be read at all
 * @param mistakes a sentence each; a start is refused when there is one
 */
public record SettingsReport(Optional<Settings> settings, List<SettingInForce> inForce, List<String> mistakes) {

    public SettingsReport {
        inForce = List.copyOf(inForce);
        mistakes = List.copyOf(mistakes);
    }

    /** Reads the layers that {@link Settings#read} reads, in the same way; fails only for a fault of ours. Blocks. */
    public static SettingsReport read(Map<String, String> environment) {
        try {
            return of(new SettingsSource(environment).read());
        } catch (SettingsException refused) {
            return new SettingsReport(Optional.empty(), List.of(), refused.mistakes());
        }
    }

    private static SettingsReport of(SettingsReader reader) {
        try {
            var settings = Settings.assemble(reader);
            return new SettingsReport(Optional.of(settings), reader.inForce(), reader.mistakes());
        } catch (IllegalArgumentException | IllegalStateException refused) {
            var mistakes = new ArrayList<>(reader.mistakes());
            if (mistakes.isEmpty()) {
                mistakes.add(String.valueOf(refused.getMessage()));
            }
            return new SettingsReport(Optional.empty(), reader.inForce(), mistakes);
        }
    }

    /** True when a mistake is about a setting whose name begins so. */
    public boolean isWrong(String prefix) {
        return mistakes.stream().anyMatch(mistake -> mistake.startsWith(prefix));
    }
}
