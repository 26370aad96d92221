package io.godwit.segments.compute;

import io.godwit.kit.LeasedQueueContract;
import io.godwit.segments.compute.SegmentClaimStore.ClaimedSegment;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The segments that are due for a computation as a leased queue. */
class SegmentLeaseTest extends LeasedQueueContract<ClaimedSegment> {

    private final SegmentClaimStore store = new SegmentClaimStore();

    SegmentLeaseTest() {
        super("segments", SegmentClaimStore.class, ClaimedSegment.class);
    }

    @Override
    protected UUID add() {
        var segment = UUID.randomUUID();
        db.query("""
                INSERT INTO segments (project_id, id, name, slug, type) VALUES (gen_random_uuid(), ?, 'S', 's', 'STATIC')
                """, segment);
        return segment;
    }

    @Override
    protected Future<List<ClaimedSegment>> claim(SqlClient client, Duration lease) {
        return store.claimDue(client, lease, new RecentProjects())
                .map(segment -> segment.stream().toList());
    }

    @Override
    protected UUID id(ClaimedSegment claimed) {
        return claimed.segment().id().value();
    }

    @Override
    protected long fence(ClaimedSegment claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedSegment>> writes() {
        return Map.of(
                "finish with a count", (client, segment) -> store.finish(client, segment, LEASE, Optional.of(7L)));
    }

    @Override
    protected Map<String, FencedWrite<ClaimedSegment>> ends() {
        return writes();
    }

    @Override
    protected Pause<ClaimedSegment> pause() {
        return new Pause<>(LEASE, (client, segment) -> store.finish(client, segment, LEASE, Optional.empty()));
    }

    @Override
    protected Optional<FencedWrite<ClaimedSegment>> renewal() {
        return Optional.of((client, segment) -> store.renew(client, segment, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedSegment>> release() {
        return Optional.of((client, segment) -> store.finish(client, segment, Duration.ZERO, Optional.empty()));
    }

    /** None: a computation is a query, and one that was cut off is simply begun again. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
