package io.godwit.live;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The settings of live streams.
 *
 * @param streams open at once on this node
 * @param perUser open at once on this node for one user, or for the keys of one project
 * @param check the time after which the rights of a stream's user are looked up again
 */
public record LiveSettings(int streams, int perUser, Duration check) {

    private static final int MAX_STREAMS = 100_000;

    public static LiveSettings read(SettingsReader reader) {
        return new LiveSettings(
                reader.number("live.streams", 1, MAX_STREAMS),
                reader.number("live.per-user", 1, MAX_STREAMS),
                reader.duration("live.check"));
    }
}
