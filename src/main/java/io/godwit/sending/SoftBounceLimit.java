package io.godwit.sending;

import java.time.Duration;

/**
 * The number of mails in a row that an address may fail to take for a passing reason before it is suppressed.
 *
 * @param mails 0 = it never is
 * @param within those that failed longer ago are not counted
 */
public record SoftBounceLimit(int mails, Duration within) {}
