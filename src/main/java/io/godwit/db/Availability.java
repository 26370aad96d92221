package io.godwit.db;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether PostgreSQL answers. After one connection failure or time-out it is away until a probe, every 250 ms, has written
 * and committed; meanwhile requests are refused at once instead of hanging. Safe to use from any thread.
 */
public final class Availability {

    private static final Logger LOG = LoggerFactory.getLogger(Availability.class);

    private final AtomicBoolean up = new AtomicBoolean(true);
    private volatile Runnable onLost = () -> {};

    /** Begins as available. */
    public Availability() {}

    public boolean isUp() {
        return up.get();
    }

    /** Told by whoever saw a connection fail or a deadline pass; starts the probe. */
    public void lost(Throwable cause) {
        if (up.compareAndSet(true, false)) {
            LOG.atWarn().setCause(cause).log("PostgreSQL does not answer; requests are refused until it does");
            onLost.run();
        }
    }

    /** Told by the probe, after a commit. */
    void returned() {
        if (up.compareAndSet(false, true)) {
            LOG.info("PostgreSQL answers again");
        }
    }

    void onLost(Runnable listener) {
        onLost = listener;
    }
}
