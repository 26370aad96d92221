package io.godwit.core;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes and reads ids. All are UUIDv7 (RFC 9562 §5.7): they are made before the transaction, so an unclear commit can be
 * looked up, and they sort by time, so new rows land at one end of every index.
 */
public final class Ids {

    private static final int TEXT_LENGTH = 36;

    /** One generator per thread: a generator takes a lock, and ids only need to grow within one thread. */
    private static final ThreadLocal<TimeBasedEpochGenerator> GENERATOR =
            ThreadLocal.withInitial(Generators::timeBasedEpochGenerator);

    private Ids() {}

    public static UUID next() {
        return GENERATOR.get().generate();
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
}
