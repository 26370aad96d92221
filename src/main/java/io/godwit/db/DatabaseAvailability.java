package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.DatabaseException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether PostgreSQL answers. After one connection failure or timeout it counts as away until a probe, every 250 ms, has
 * written and committed; meanwhile requests are refused at once instead of hanging. Safe to use from any thread.
 */
public final class DatabaseAvailability {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseAvailability.class);

    /** PostgreSQL's {@code disk_full}. */
    private static final String DISK_FULL = "53100";

    /** A probe that waits longer makes what a page shows doubtful; requests are refused only when its own limit has passed. */
    private static final Duration LATE = Duration.ofMillis(750);

    private static final long NOT_WAITING = 0;

    /** The state of PostgreSQL as far as it is known. */
    public enum Condition {
        UP,
        /** PostgreSQL has kept a probe waiting for 750 ms. */
        LATE,
        /** Requests are refused. */
        DOWN
    }

    private final AtomicBoolean up = new AtomicBoolean(true);

    /** The {@code System.nanoTime()} since which a probe waits for its commit. */
    private final AtomicLong waitingSince = new AtomicLong(NOT_WAITING);

    private final WaitingCalls requests = new WaitingCalls();

    private volatile boolean full;
    private volatile Runnable onLost = () -> {};

    /** PostgreSQL counts as up until a loss is reported. */
    public DatabaseAvailability() {}

    public boolean isUp() {
        return up.get();
    }

    /** Tells also whether PostgreSQL is silent just now, which {@link #isUp} learns only when a time limit has passed. */
    public Condition condition() {
        if (!isUp()) {
            return Condition.DOWN;
        }
        var since = waitingSince.get();
        return since != NOT_WAITING && System.nanoTime() - since > LATE.toNanos() ? Condition.LATE : Condition.UP;
    }

    /**
     * Completes as the work does, or fails with a {@link StatementTimeoutException} when PostgreSQL falls silent: for work of a
     * request, whose caller is told at once instead of at the work's own time limit.
     */
    public <T> Future<T> untilSilence(Future<T> work) {
        return requests.add(work);
    }

    /** The calls of requests, which fail when PostgreSQL falls silent. */
    WaitingCalls requests() {
        return requests;
    }

    /** Called by the probe when it got no answer in time: reports the loss, and fails what requests wait for. */
    void silent(Throwable cause) {
        lost(cause);
        requests.failAll(new StatementTimeoutException(HealthProbe.DEADLINE));
    }

    /** Called by the probe when it begins. */
    void probeBegan() {
        var now = System.nanoTime();
        waitingSince.set(now == NOT_WAITING ? 1 : now);
    }

    /** Called by the probe when it has ended, however. */
    void probeEnded() {
        waitingSince.set(NOT_WAITING);
    }

    /** Reports a failed connection, a passed timeout or a full disk; starts the probe. */
    public void lost(Throwable cause) {
        if (isOfFullDisk(cause)) {
            full = true;
        }
        if (up.compareAndSet(true, false)) {
            LOG.atWarn()
                    .addKeyValue("reason", cause)
                    .log(
                            full
                                    ? "PostgreSQL's disk is full; requests are refused until there is room"
                                    : "PostgreSQL does not answer; requests are refused until it does");
            onLost.run();
        }
    }

    /** True from a write that found the disk full until a larger write succeeds: small ones may pass all the while. */
    boolean isFull() {
        return full;
    }

    private static boolean isOfFullDisk(Throwable cause) {
        return cause instanceof DatabaseException refused && DISK_FULL.equals(refused.getSqlState());
    }

    /** Called by the probe, after a commit. */
    void returned() {
        full = false;
        if (up.compareAndSet(false, true)) {
            LOG.info("PostgreSQL answers again");
        }
    }

    void onLost(Runnable listener) {
        onLost = listener;
    }
}
