package io.godwit.projects;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Holds this node's copy of {@code installation.keys_version}, which every rotation and disabling raises. An entry cached under a
 * version is valid while that is still the newest version known and was read less than {@link #TRUST} ago; so a node that
 * is cut off, or was paused, uses none of its cached entries. Safe to use from any thread.
 */
final class KeysVersion {

    /**
     * The time a read version is valid. A rotation answers no earlier than that, so no cached entry outlives the answer.
     */
    static final Duration TRUST = Duration.ofSeconds(2);

    /**
     * The newest version, and the time at which the read that last confirmed it began: its snapshot is not older than that.
     */
    private record ConfirmedVersion(long version, long readAt) {}

    private final LongSupplier nanoTime;
    private volatile ConfirmedVersion confirmed;

    KeysVersion(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.confirmed = new ConfirmedVersion(0, nanoTime.getAsLong() - TRUST.toNanos() - 1);
    }

    /** The time to pass to {@link #read}, taken before the query is sent. */
    long now() {
        return nanoTime.getAsLong();
    }

    boolean trusts(long version) {
        var newest = confirmed;
        return version == newest.version() && nanoTime.getAsLong() - newest.readAt() <= TRUST.toNanos();
    }

    /** Takes over the version that a query begun at {@code requestedAt} has read. */
    synchronized void read(long version, long requestedAt) {
        confirmed = newer(confirmed, new ConfirmedVersion(version, requestedAt));
    }

    /** Takes over a version published by a node: entries cached under an older one are void at once. */
    synchronized void raisedTo(long version) {
        confirmed = newer(confirmed, new ConfirmedVersion(version, confirmed.readAt()));
    }

    private static ConfirmedVersion newer(ConfirmedVersion one, ConfirmedVersion other) {
        if (one.version() != other.version()) {
            return one.version() > other.version() ? one : other;
        }
        return one.readAt() - other.readAt() >= 0 ? one : other;
    }
}
