package io.godwit.reports;

import io.godwit.core.Failure;
import io.godwit.web.lists.CursorCodec.Position;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Where a thing stands in the feed: by its time, then by the rank of its source, then by its id. No two things have one
 * place.
 *
 * @param at to the microsecond, as PostgreSQL keeps it
 */
record FeedPosition(Instant at, int rank, UUID id) {

    private static final UUID LOWEST = new UUID(0, 0);
    private static final UUID HIGHEST = new UUID(-1, -1);
    private static final int BITS_BELOW_MILLIS = 16;

    /** Behind everything that happens from then on. */
    static FeedPosition before(Instant end) {
        return new FeedPosition(end, -1, LOWEST);
    }

    static FeedPosition read(Position position) {
        var parts = position.sortKey().split("\\.", 2);
        try {
            var at = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
            return new FeedPosition(at, Integer.parseInt(parts[1]), position.id());
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException notOurs) {
            throw Failure.invalid("cursor", "invalid_string", "Invalid cursor");
        }
    }

    Position position() {
        return new Position(ChronoUnit.MICROS.between(Instant.EPOCH, at) + "." + rank, id);
    }

    /** The lower of two. */
    FeedPosition orEarlier(FeedPosition other) {
        return at.isBefore(other.at) || (at.equals(other.at) && rank < other.rank) ? this : other;
    }

    /** For a source ordered by time and id: what is below this id at this very time is behind this place. */
    UUID idBound(int source) {
        if (source == rank) {
            return id;
        }
        return source < rank ? HIGHEST : LOWEST;
    }

    /** For a source ordered by UUIDv7, whose times are theirs: what is below this id is behind this place. */
    UUID logBound(int source) {
        if (source == rank) {
            return id;
        }
        var millis = at.toEpochMilli();
        var whole = at.equals(Instant.ofEpochMilli(millis));
        return new UUID((whole && source > rank ? millis : millis + 1) << BITS_BELOW_MILLIS, 0);
    }

    /** When a UUIDv7 was made (RFC 9562 §5.7). */
    static Instant timeOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> BITS_BELOW_MILLIS);
    }
}
