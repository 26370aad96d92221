package io.godwit.reputation;

import java.time.Duration;

/**
 * What follows from a bad reputation.
 *
 * @param disable whether a project is suspended by itself
 * @param pause how long a suspension lasts at least before it can end by itself
 */
public record ReputationSettings(boolean disable, Duration pause) {}
