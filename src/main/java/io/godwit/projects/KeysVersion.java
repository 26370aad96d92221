package io.godwit.projects;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What this node knows of {@code installation.keys_version}, which every rotation and disabling raises. What was cached under
 * a version holds while that is still the newest one known and was read less than {@link #TRUST} ago; so a node that is cut
 * off, or was paused, trusts nothing it remembers. Safe to use from any thread.
 */
final class KeysVersion {

    /** A rotation answers after as long, so nothing trusted outlives the answer. */
    static final Duration TRUST = Duration.ofSeconds(2);

    /** The newest version, and when the read that last confirmed it began: its snapshot is not older than that. */
    private record ConfirmedVersion(long version, long readAt) {}

    private final LongSupplier nanoTime;
    private volatile ConfirmedVersion known;

    KeysVersion(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.known = new ConfirmedVersion(0, nanoTime.getAsLong() - TRUST.toNanos() - 1);
    }

    /** The time to hand to {@link #read}, taken before the question is sent. */
    long now() {
        return nanoTime.getAsLong();
    }

    boolean trusts(long version) {
        var newest = known;
        return version == newest.version() && nanoTime.getAsLong() - newest.readAt() <= TRUST.toNanos();
    }

    /** The database answered with this version to a question asked at {@code askedAt}. */
    synchronized void read(long version, long askedAt) {
        known = newer(known, new ConfirmedVersion(version, askedAt));
    }

    /** Somebody raised it to this: what was cached under an older one is dead at once. */
    synchronized void raisedTo(long version) {
        known = newer(known, new ConfirmedVersion(version, known.readAt()));
    }

    private static ConfirmedVersion newer(ConfirmedVersion one, ConfirmedVersion other) {
        if (one.version() != other.version()) {
            return one.version() > other.version() ? one : other;
        }
        return one.readAt() - other.readAt() >= 0 ? one : other;
    }
}
