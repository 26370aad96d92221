package io.godwit.tracking;

import java.time.Duration;

/**
 * What is recorded of opens and clicks.
 *
 * @param kept how long a single hit can be looked up; zero keeps it for ever
 * @param perDay open events of one mail in a day, and as many click events; what comes beyond is only counted; 0 = no limit
 */
public record TrackingSettings(Duration kept, int perDay) {}
