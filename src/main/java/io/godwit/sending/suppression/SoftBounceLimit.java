package io.godwit.sending.suppression;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The number of consecutive emails to an address that may soft-bounce before the address is suppressed.
 *
 * @param emails 0: soft bounces never suppress an address
 * @param within older soft bounces are not counted
 */
public record SoftBounceLimit(int emails, Duration within) {

    public static SoftBounceLimit read(SettingsReader reader) {
        return new SoftBounceLimit(
                reader.number("inbound.soft-bounce-limit", 0, Integer.MAX_VALUE),
                reader.duration("inbound.soft-bounce-window"));
    }
}
