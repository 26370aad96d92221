package io.godwit.sending.queue;

import io.godwit.kit.LeasedQueueContract;
import io.godwit.sending.EmailSource;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The outbox as a leased queue. */
class OutboxLeaseTest extends LeasedQueueContract<ClaimedEmail> {

    private final OutboxClaimStore claims = new OutboxClaimStore();
    private final OutboxLeaseStore store = new OutboxLeaseStore();
    private final UUID project = UUID.randomUUID();
    private final short lane = EmailSource.TRANSACTIONAL.lane();

    OutboxLeaseTest() {
        super("outbox", OutboxLeaseStore.class, ClaimedEmail.class);
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
    }

    @Override
    protected String idColumn() {
        return "email_id";
    }

    @Override
    protected UUID add() {
        var email = UUID.randomUUID();
        db.query("INSERT INTO outbox (project_id, email_id, lane) VALUES (?, ?, ?)", project, email, lane);
        return email;
    }

    @Override
    protected Future<List<ClaimedEmail>> claim(SqlClient client, Duration lease) {
        return claims.claim(client, List.of(new Share(new Lane(project, lane), 1)), lease, UUID.randomUUID());
    }

    @Override
    protected UUID id(ClaimedEmail claimed) {
        return claimed.email().value();
    }

    @Override
    protected long fence(ClaimedEmail claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedEmail>> writes() {
        return Map.of(
                "begin", this::begin,
                "pause of its campaign", (client, claimed) -> store.pause(client, List.of(claimed)),
                "dead letter", (client, claimed) -> new DeadEmailStore().markDead(client, claimed, "no reason"));
    }

    /** An email counts as lost only while it was being sent: of one that was not begun nothing can be in doubt. */
    @Override
    protected Future<?> begin(SqlClient client, ClaimedEmail claimed) {
        return new AttemptStore().begin(client, List.of(claimed), LEASE);
    }

    @Override
    protected Map<String, FencedWrite<ClaimedEmail>> ends() {
        return Map.of(
                "pause of its campaign", (client, claimed) -> store.pause(client, List.of(claimed)),
                "dead letter", (client, claimed) -> new DeadEmailStore().markDead(client, claimed, "no reason"));
    }

    @Override
    protected Pause<ClaimedEmail> pause() {
        return new Pause<>(LEASE, (client, claimed) -> store.release(client, List.of(claimed), LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedEmail>> renewal() {
        return Optional.of((client, claimed) -> store.renew(client, List.of(claimed), LEASE, LEASE));
    }

    @Override
    protected Optional<FencedWrite<ClaimedEmail>> release() {
        return Optional.of((client, claimed) -> store.release(client, List.of(claimed), Duration.ZERO));
    }

    @Override
    protected Optional<String> lossCounter() {
        return Optional.of("lost_leases");
    }
}
