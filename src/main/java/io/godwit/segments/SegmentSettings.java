package io.godwit.segments;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The settings of the background computation of segments.
 *
 * @param every how often a segment is computed in the background
 * @param lease the time after which a computation that has not renewed it loses its claim; longer than one statement may
 *     take, which is a minute, or else two nodes search for the same changes, one of them in vain
 */
public record SegmentSettings(Duration every, Duration lease) {

    public static SegmentSettings read(SettingsReader reader) {
        return new SegmentSettings(reader.duration("segments.interval"), reader.duration("segments.lease"));
    }
}
