package io.godwit.core.id;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes and reads ids. All are UUIDv7 (RFC 9562 §5.7): they are made before the transaction, so an unclear commit can be looked
 * up, and they sort by time, so new rows land at one end of every index. The next id cannot be guessed from one: those of one
 * millisecond are up to 2^40 apart (RFC 9562 §6.2, method 2).
 */
public final class Ids {

    private static final int TEXT_LENGTH = 36;

    /** One generator per thread: ids only need to grow within one thread. */
    private static final ThreadLocal<Generator> GENERATOR = ThreadLocal.withInitial(Generator::new);

    private Ids() {}

    public static UUID next() {
        return GENERATOR.get().next(System.currentTimeMillis());
    }

    /** The lowest id that can be made from a moment on; ids are compared as texts or bytes. */
    public static UUID first(Instant moment) {
        return new UUID(moment.toEpochMilli() << Short.SIZE, 0);
    }

    /** Empty for anything but the 36 characters of a canonical UUID: such an id names nothing, which is a 404. */
    public static Optional<UUID> parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            return Optional.empty();
        }
        try {
            var id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException notAnId) {
            return Optional.empty();
        }
    }

    /** Makes the ids of one thread, each larger than the one before unless the clock was set back by more than a second. */
    static final class Generator {

        private static final SecureRandom RANDOM = new SecureRandom();

        /** Bytes taken from {@link SecureRandom} at once: its lock is shared by all threads. */
        private static final int POOL_BYTES = 1024;

        private static final long MAX_AHEAD_MILLIS = 1_000;
        private static final long VERSION = 0x7000L;
        private static final long VARIANT = 0x8000_0000_0000_0000L;
        private static final long HIGH_BITS = 0xFFFL;
        private static final long LOW_BITS = 0x3FFF_FFFF_FFFF_FFFFL;
        private static final long STEP_BITS = 0xFF_FFFF_FFFFL;

        private final ByteBuffer pool = ByteBuffer.allocate(POOL_BYTES).limit(0);
        private long millis = Long.MIN_VALUE;
        private long high;
        private long low;

        UUID next(long now) {
            if (now <= millis && millis - now < MAX_AHEAD_MILLIS) {
                step();
            } else {
                begin(now);
            }
            return new UUID(millis << 16 | VERSION | high, VARIANT | low);
        }

        private void begin(long now) {
            millis = now;
            high = random() & HIGH_BITS;
            low = random() & LOW_BITS;
        }

        /** Adds 1 to 2^40; a carry goes into the 12 bits above, and from there into the next millisecond. */
        private void step() {
            low += 1 + (random() & STEP_BITS);
            high += low >>> 62;
            low &= LOW_BITS;
            if (high > HIGH_BITS) {
                begin(millis + 1);
            }
        }

        private long random() {
            if (pool.remaining() < Long.BYTES) {
                RANDOM.nextBytes(pool.array());
                pool.clear();
            }
            return pool.getLong();
        }
    }
}
