package io.godwit.jobs;

import java.time.Duration;

/**
 * How jobs are carried out.
 *
 * @param atOnce jobs under way on this node at most
 * @param lease how long a claim holds without a sign of life; renewed three times as often
 * @param retry the pause after a first failure; it doubles with each that follows
 * @param kept how long a job that has ended can be looked up; zero means for ever
 * @param deadLettersKept how long work that was given up can be tried again; zero means for ever
 */
public record JobSettings(int atOnce, Duration lease, Duration retry, Duration kept, Duration deadLettersKept) {

    Duration renewEvery() {
        return lease.dividedBy(3);
    }
}
