package io.godwit.web.limits;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the bytes of bodies in memory at once, of all callers together and of each alone. Safe from any thread. */
public final class ByteBudget {

    private final AtomicLong left;
    private final long share;
    private final Map<UUID, Long> holderToBytes = new ConcurrentHashMap<>();

    /**
     * @param share of one holder, at most
     */
    ByteBudget(long bytes, long share) {
        this.left = new AtomicLong(bytes);
        this.share = share;
    }

    /** Takes all of it for both holders, which may be the same; throws {@code SERVICE_UNAVAILABLE} and takes nothing when there is not so much. */
    void reserve(UUID caller, UUID address, long bytes) {
        if (left.addAndGet(-bytes) < 0) {
            left.addAndGet(bytes);
            throw full("Too many large bodies at once; try again");
        }
        var ofCaller = holderToBytes.merge(caller, bytes, Long::sum);
        var ofAddress = caller.equals(address) ? ofCaller : holderToBytes.merge(address, bytes, Long::sum);
        if (ofCaller > share || ofAddress > share) {
            release(caller, address, bytes);
            throw full("Too many large bodies of yours at once; try again");
        }
    }

    private static Failure full(String sentence) {
        return Failure.later(Kind.SERVICE_UNAVAILABLE, sentence, 1);
    }

    void release(UUID caller, UUID address, long bytes) {
        left.addAndGet(bytes);
        release(caller, bytes);
        if (!caller.equals(address)) {
            release(address, bytes);
        }
    }

    private void release(UUID holder, long bytes) {
        holderToBytes.computeIfPresent(holder, (ignored, reserved) -> reserved > bytes ? reserved - bytes : null);
    }

    long left() {
        return left.get();
    }

    /** The bytes that a body holds of the budget while it is received or worked on. Owned by one thread at a time. */
    public static final class Reservation {

        private final ByteBudget budget;
        private final UUID caller;
        private final UUID address;
        private long bytes;

        Reservation(ByteBudget budget, UUID caller, UUID address) {
            this.budget = budget;
            this.caller = caller;
            this.address = address;
        }

        /** Holds so much in all. */
        public void growTo(long size) {
            if (size > bytes) {
                budget.reserve(caller, address, size - bytes);
                bytes = size;
            }
        }

        public void end() {
            if (bytes > 0) {
                budget.release(caller, address, bytes);
                bytes = 0;
            }
        }
    }
}
