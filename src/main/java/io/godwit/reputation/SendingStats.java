package io.godwit.reputation;

/**
 * All that a project is judged by.
 *
 * @param since what came after the last suspension ended; of all times when there was none
 * @param isNew less than thirty days old
 */
record SendingStats(Rates day, Rates week, Rates allTime, Rates since, boolean isNew) {}
