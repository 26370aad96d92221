package io.godwit.reports;

import io.godwit.core.Failure;
import io.godwit.web.lists.CursorCodec.Position;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * The position of an entry in the feed: by its time, then by the rank of its source, then by its id. No two entries have
 * the same position.
 *
 * @param at the time to the microsecond, the precision of PostgreSQL
 */
record FeedPosition(Instant at, int rank, UUID id) {

    private static final UUID LOWEST = new UUID(0, 0);
    private static final UUID HIGHEST = new UUID(-1, -1);
    private static final int BITS_BELOW_MILLIS = 16;

    /** The position behind all entries from {@code end} on, in an order with the newest first. */
    static FeedPosition before(Instant end) {
        return new FeedPosition(end, -1, LOWEST);
    }

    static FeedPosition read(Position position) {
        var parts = position.sortKey().split("\\.", 2);
        try {
            var at = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
            return new FeedPosition(at, Integer.parseInt(parts[1]), position.id());
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException invalid) {
            throw Failure.invalid("cursor", "invalid_string", "Invalid cursor");
        }
    }

    Position position() {
        return new Position(ChronoUnit.MICROS.between(Instant.EPOCH, at) + "." + rank, id);
    }

    /** The lower of two positions. */
    FeedPosition orEarlier(FeedPosition other) {
        return at.isBefore(other.at) || (at.equals(other.at) && rank < other.rank) ? this : other;
    }

    /** The bound for a source ordered by time and id: rows of exactly this time with lower ids are behind this position. */
    UUID idBound(int source) {
        if (source == rank) {
            return id;
        }
        return source < rank ? HIGHEST : LOWEST;
    }

    /**
     * The bound for a source ordered by UUIDv7, whose ids contain their times: rows with lower ids are behind this
     * position.
     */
    UUID logBound(int source) {
        if (source == rank) {
            return id;
        }
        var millis = at.toEpochMilli();
        var whole = at.equals(Instant.ofEpochMilli(millis));
        return new UUID((whole && source > rank ? millis : millis + 1) << BITS_BELOW_MILLIS, 0);
    }

    /** The time at which a UUIDv7 was created (RFC 9562 §5.7). */
    static Instant timeOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> BITS_BELOW_MILLIS);
    }
}
