package io.godwit.tracking;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The settings of open and click tracking.
 *
 * @param retention the time after which single hits are deleted; zero keeps them for ever
 * @param perDay max open events of one email per day, and as many click events; further ones are only counted; 0: no limit
 */
public record TrackingSettings(Duration retention, int perDay) {

    public static TrackingSettings read(SettingsReader reader) {
        return new TrackingSettings(
                reader.durationOrNone("retention.reports"), reader.number("tracking.per-day", 0, 1_000_000));
    }
}
