package io.godwit.logging;

import io.godwit.core.SettingsReader;
import org.slf4j.event.Level;

/**
 * The settings of the log.
 *
 * @param level the least level of the lines of our own code
 */
public record LogSettings(Level level, LogFormat format) {

    public static LogSettings read(SettingsReader reader) {
        return new LogSettings(reader.choice("log.level", Level.class), reader.choice("log.format", LogFormat.class));
    }
}
