package io.godwit.db;

import java.time.Duration;

/**
 * The crashes that the claims of a queued row have counted, and the rule of all queues for a row that may crash nodes. After
 * three crashes the row is worked on while its node works on nothing else of the queue. After a crash while it was alone the
 * row is left for some minutes by the claim that counts the crash: a node that crashes by itself crashes again soon, and one
 * that only lost its lease takes the crash back meanwhile ({@link SurvivedClaims}). The claim after the third such pause finds
 * the row dead.
 *
 * @param total leases of the row that expired while it was worked on
 * @param alone those of them that expired while its node worked on nothing else, unless that node has come back since
 * @param countedNow whether this claim has counted a crash
 */
public record CrashCount(int total, int alone, boolean countedNow) {

    /** The count of a row that no node has crashed with. */
    public static final CrashCount NONE = new CrashCount(0, 0, false);

    /** After this many crashes a row is worked on alone; after as many while it was alone it is dead. */
    public static final int MAX_CRASHES = 3;

    /** The pause after the first crash alone; the one after the second is twice as long. */
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

    /** Returns whether the row must be worked on while no other row is. */
    public boolean isClaimedAlone() {
        return total >= MAX_CRASHES;
    }

    /** Returns whether the row's crashes are few enough for another attempt. */
    public boolean mayBeTried() {
        return alone < MAX_CRASHES;
    }

    /** Returns whether the row must not be tried any more; false for the claim that counts its last crash. */
    public boolean isDead() {
        return !mayBeTried() && !countedNow;
    }

    /** Returns the pause for which this claim leaves the row; zero unless it has counted a crash of a row that was alone. */
    public Duration pause() {
        return countedNow && isClaimedAlone() ? FIRST_PAUSE.multipliedBy(alone) : Duration.ZERO;
    }
}
