package io.godwit.sending;

import java.time.Duration;

/**
 * The number of consecutive emails to an address that may soft-bounce before the address is suppressed.
 *
 * @param mails 0: soft bounces never suppress an address
 * @param within older soft bounces are not counted
 */
public record SoftBounceLimit(int mails, Duration within) {}
