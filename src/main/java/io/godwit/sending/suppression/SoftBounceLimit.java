package io.godwit.sending.suppression;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The number of days on which emails to an address come back from a full mailbox, with none taken in between, before the address is
 * suppressed.
 *
 * @param days 0: soft bounces never suppress an address
 * @param within older soft bounces are not counted
 */
public record SoftBounceLimit(int days, Duration within) {

    public static SoftBounceLimit read(SettingsReader reader) {
        return new SoftBounceLimit(
                reader.number("inbound.soft-bounce-limit", 0, Integer.MAX_VALUE),
                reader.duration("inbound.soft-bounce-window"));
    }
}
