package io.godwit.jobs;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * Settings of background jobs.
 *
 * @param maxConcurrent jobs under way on this node at most
 * @param lease time a claim lasts without being renewed; renewed three times as often
 * @param retry the pause after a first failure; it doubles with each that follows
 * @param retention time a job that has ended can be looked up; zero means for ever
 * @param deadLetterRetention time dead letters can be tried again; zero means for ever
 */
public record JobSettings(
        int maxConcurrent, Duration lease, Duration retry, Duration retention, Duration deadLetterRetention) {

    Duration renewEvery() {
        return lease.dividedBy(3);
    }

    public static JobSettings read(SettingsReader reader) {
        return new JobSettings(
                reader.number("jobs.max-concurrent", 1, 100),
                reader.duration("jobs.lease"),
                reader.duration("jobs.retry"),
                reader.durationOrNone("retention.jobs"),
                reader.durationOrNone("retention.dead-letters"));
    }
}
