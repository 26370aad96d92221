package io.godwit.reputation;

/**
 * The numbers by which a project is evaluated.
 *
 * @param since the time after the end of the last suspension, the last 30 days of it; all times when there was none
 * @param isNew true: the project is less than thirty days old
 */
record SendingStats(Rates day, Rates week, Rates allTime, Rates since, boolean isNew) {}
