package io.godwit.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The calls that wait for a connection, first come first served, bounded in number and bytes. Touched only on its verticle's
 * context.
 */
final class CallQueue {

    /**
     * Max recipients of a call in a shared transaction; a larger call has its own, so that the others do not wait for its rows.
     */
    private static final int SHARED_CONTACTS = 64;

    /** Max contacts of one transaction, unless a single call has more. */
    private static final int BATCH_CONTACTS = 512;

    private static final long BATCH_BYTES = 8L << 20;

    private final Deque<PendingCall> calls = new ArrayDeque<>();
    private final int maxCalls;
    private final long maxBytes;
    private long bytes;

    CallQueue(int maxCalls, long maxBytes) {
        this.maxCalls = maxCalls;
        this.maxBytes = maxBytes;
    }

    /**
     * Adds a call; returns false when the queue is full. A call larger than the whole queue is accepted while the queue is
     * empty.
     */
    boolean offer(PendingCall call) {
        var weight = call.bytes();
        if (!calls.isEmpty() && (calls.size() >= maxCalls || bytes + weight > maxBytes)) {
            return false;
        }
        bytes += weight;
        return calls.offer(call);
    }

    /** Returns the next batch: the longest head of the queue that fits into one transaction. */
    List<PendingCall> pollBatch(int limit) {
        var batch = new ArrayList<PendingCall>(Math.min(limit, calls.size()));
        var contacts = 0;
        var weight = 0L;
        for (var next = calls.peek(); next != null && batch.size() < limit; next = calls.peek()) {
            contacts += width(next);
            weight += next.bytes();
            if (!batch.isEmpty() && (contacts > BATCH_CONTACTS || weight > BATCH_BYTES)) {
                break;
            }
            batch.add(calls.remove());
        }
        bytes -= batch.stream().mapToLong(PendingCall::bytes).sum();
        return batch;
    }

    private static int width(PendingCall call) {
        var contacts = call.entry().changes().size();
        return contacts > SHARED_CONTACTS ? BATCH_CONTACTS : contacts;
    }

    /** Removes and returns all waiting calls. */
    List<PendingCall> clear() {
        var all = List.copyOf(calls);
        calls.clear();
        bytes = 0;
        return all;
    }

    int size() {
        return calls.size();
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }
}
