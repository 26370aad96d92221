package io.godwit.reputation;

import java.time.Duration;

/**
 * The settings of reputation.
 *
 * @param disable true: a project with critical rates is suspended automatically
 * @param pause the least time before a suspension can end automatically
 */
public record ReputationSettings(boolean disable, Duration pause) {}
