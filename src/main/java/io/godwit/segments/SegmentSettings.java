package io.godwit.segments;

import java.time.Duration;

/**
 * How segments are kept up to date.
 *
 * @param every how often a segment is computed in the background
 * @param lease a computation that does not renew it for so long is another's; longer than one statement may take, which is a
 *     minute, or two nodes look for the same changes, and one of them in vain
 */
public record SegmentSettings(Duration every, Duration lease) {}
