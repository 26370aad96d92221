package io.godwit.billing;

import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The tasks for Stripe as a leased queue. */
class StripeTaskLeaseTest extends LeasedQueueContract<StripeTask> {

    private static final int ATTEMPTS = 5;

    private final StripeTaskStore store = new StripeTaskStore();

    StripeTaskLeaseTest() {
        super("stripe_tasks", StripeTaskStore.class, StripeTask.class);
    }

    @Override
    protected UUID add() {
        var task = UUID.randomUUID();
        db.query("INSERT INTO stripe_tasks (id, kind, details, attempts) VALUES (?, 'METER', '{}', ?)", task, ATTEMPTS);
        return task;
    }

    @Override
    protected Future<List<StripeTask>> claim(SqlClient client, Duration lease) {
        return store.claim(client, 1, lease);
    }

    @Override
    protected UUID id(StripeTask claimed) {
        return claimed.id();
    }

    @Override
    protected long fence(StripeTask claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<StripeTask>> writes() {
        return Map.of("done", store::done);
    }

    /** The table's own backoff: five seconds, doubled with each attempt before. */
    @Override
    protected Map<String, FencedWrite<StripeTask>> ends() {
        return writes();
    }

    @Override
    protected Pause<StripeTask> pause() {
        return new Pause<>(
                Duration.ofSeconds(5L << ATTEMPTS),
                (client, task) -> store.retryAfter(client, task, "no reason", false));
    }

    /** None: the lease is longer than Stripe is waited for. */
    @Override
    protected Optional<FencedWrite<StripeTask>> renewal() {
        return Optional.empty();
    }

    /** None: a task that was told may have been done, so it is told again after a pause, by the same key. */
    @Override
    protected Optional<FencedWrite<StripeTask>> release() {
        return Optional.empty();
    }

    /** None: a task is small and of our own making; telling it cannot bring a node down. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
