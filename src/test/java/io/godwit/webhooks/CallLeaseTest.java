package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import io.godwit.kit.LeasedQueueContract;
import io.godwit.webhooks.CallClaimStore.Share;
import io.godwit.webhooks.CallOutcome.Health;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The webhook calls as a leased queue. */
class CallLeaseTest extends LeasedQueueContract<ClaimedCall> {

    private final CallClaimStore store = new CallClaimStore();
    private final CallResultStore results = new CallResultStore();
    private final EndpointKey endpoint = new EndpointKey(new ProjectId(UUID.randomUUID()), 7);

    CallLeaseTest() {
        super("webhook_calls", CallClaimStore.class, ClaimedCall.class);
    }

    /** The lease is in the due time alone: a row that is held is in no other way different from one that waits. */
    @Override
    protected List<String> clocks() {
        return List.of("due_at");
    }

    @Override
    protected UUID add() {
        var call = UUID.randomUUID();
        db.query(
                "INSERT INTO webhook_calls (project_id, id, execution_id, visit, endpoint, url_hash, method, url_masked, request_encrypted, expires_at)"
                        + " VALUES (?, ?, gen_random_uuid(), 1, ?, '', 'POST', 'http://a.example/', '', now() + interval '1 day')",
                endpoint.project().value(),
                call,
                endpoint.number());
        return call;
    }

    @Override
    protected Future<List<ClaimedCall>> claim(SqlClient client, Duration lease) {
        return store.claim(client, List.of(new Share(endpoint, 1)), lease);
    }

    @Override
    protected UUID id(ClaimedCall claimed) {
        return claimed.id().value();
    }

    @Override
    protected long fence(ClaimedCall claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedCall>> writes() {
        return Map.of("end", (client, call) -> results.end(client, List.of(outcome(call, Optional.empty()))));
    }

    @Override
    protected Map<String, FencedWrite<ClaimedCall>> ends() {
        return writes();
    }

    @Override
    protected Pause<ClaimedCall> pause() {
        return new Pause<>(
                LEASE, (client, call) -> results.retryAfter(client, List.of(outcome(call, Optional.of(LEASE)))));
    }

    private static CallOutcome outcome(ClaimedCall call, Optional<Duration> pause) {
        return new CallOutcome(
                call,
                pause,
                Optional.of(503),
                Optional.empty(),
                false,
                "",
                Health.FAILING,
                Duration.ZERO,
                Duration.ofMillis(5));
    }

    /** None: the lease is longer than any attempt with its record can take, so there is nothing to renew. */
    @Override
    protected Optional<FencedWrite<ClaimedCall>> renewal() {
        return Optional.empty();
    }

    @Override
    protected Optional<FencedWrite<ClaimedCall>> release() {
        return Optional.of((client, call) -> store.release(client, List.of(call)));
    }

    /** None: a claim already counts as an attempt, and a call is given up by its age, however often its node died. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
