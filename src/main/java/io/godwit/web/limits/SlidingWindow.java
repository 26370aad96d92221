package io.godwit.web.limits;

import org.jspecify.annotations.Nullable;

/**
 * Counts what one project (or address) did on this node within the last minute, in equal slots of time, together with the counts
 * the other nodes published for it. Safe from any thread.
 */
final class SlidingWindow {

    /** Divides what is left of a limit between the nodes. */
    interface Allocator {

        /** This node's part of what is left. */
        int shareOf(int left);

        /** Told when a share is used up, so that the other nodes hear of it soon. */
        void onShareUsed();
    }

    private final int[] slots;
    private final Allocator allocator;
    private int limit;
    private long newest;
    private int used;
    private int elsewhere;
    private int share;
    private boolean closed;

    SlidingWindow(int slots, int limit, long slot, int countElsewhere, Allocator allocator) {
        this.slots = new int[slots];
        this.allocator = allocator;
        this.limit = limit;
        this.newest = slot;
        this.elsewhere = countElsewhere;
        this.share = allocator.shareOf(left());
    }

    /** Counts one if the limit allows it; null when the window was closed and another must be opened. */
    synchronized @Nullable CountResult admit(long slot, int limit) {
        if (closed) {
            return null;
        }
        this.limit = limit;
        advance(slot);
        if (share == 0 && elsewhere == 0) {
            share = allocator.shareOf(left());
        }
        var admitted = share > 0 && left() > 0;
        if (admitted) {
            count();
        }
        return new CountResult(admitted, left(), slotsUntilRelief());
    }

    /** Computes the share again, from the latest counts of the other nodes. */
    synchronized void deal(long slot, int countElsewhere) {
        advance(slot);
        elsewhere = countElsewhere;
        share = allocator.shareOf(left());
    }

    /** News between two deals; they can only take away from what was dealt. */
    synchronized void updateElsewhere(int countElsewhere) {
        elsewhere = countElsewhere;
        share = Math.min(share, left());
    }

    /** True when nothing is left in it; it then stays closed. */
    synchronized boolean closeIfIdle(long slot) {
        advance(slot);
        closed = used == 0;
        return closed;
    }

    synchronized int used() {
        return used;
    }

    /** The part of this node's share that is not used yet. */
    synchronized int open() {
        return share;
    }

    private void count() {
        slots[(int) (newest % slots.length)]++;
        used++;
        if (share > 0) {
            share--;
            if (share == 0) {
                allocator.onShareUsed();
            }
        }
    }

    /** Forgets what is older than the window. */
    private void advance(long slot) {
        var steps = Math.min(slot - newest, slots.length);
        for (var step = 1; step <= steps; step++) {
            var index = (int) ((newest + step) % slots.length);
            used -= slots[index];
            slots[index] = 0;
        }
        newest = Math.max(newest, slot);
    }

    private int left() {
        return Math.max(0, limit - used - elsewhere);
    }

    /** Slots until the oldest of what is counted leaves; all of them when nothing is counted. */
    private int slotsUntilRelief() {
        for (var later = 1; later < slots.length; later++) {
            if (slots[(int) ((newest + later) % slots.length)] > 0) {
                return later;
            }
        }
        return slots.length;
    }

    /** The result of counting one request. */
    record CountResult(boolean admitted, int left, int slotsUntilRelief) {}
}
