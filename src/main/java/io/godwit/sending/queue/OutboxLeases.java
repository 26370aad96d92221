package io.godwit.sending.queue;

import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.db.SurvivedClaims;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxLeaseStore.VoidClaim;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox rows this node has claimed. They are renewed together, one statement per round, until they are recorded or released. A
 * row of another claim is lost, and dropped; one that is not queued any more was deleted, and is dropped, too. A renewal
 * says nothing about a row whose result is being recorded: it may meet the commit of that result before this node learns of it,
 * and the recording finds out itself whether the row was lost.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class OutboxLeases {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxLeases.class);

    private final Database database;
    private final OutboxLeaseStore store = new OutboxLeaseStore();
    private final SendSettings settings;
    private final SendMetrics metrics;

    /** The rows held, with the time of their claim or of the last renewal, in nanoseconds of {@link System#nanoTime}. */
    private final Map<ClaimedEmail, Long> claimedToTime = new HashMap<>();

    private final Set<ClaimedEmail> recording = new HashSet<>();
    private final SurvivedClaims<ClaimedEmail> survived;

    public OutboxLeases(Database database, SendSettings settings, SendMetrics metrics) {
        this.database = database;
        this.settings = settings;
        this.metrics = metrics;
        this.survived = new SurvivedClaims<>(
                settings.recoveryDelay().plus(settings.lease()).multipliedBy(2),
                allClaimed -> PipelineTimeout.on(store.uncountCrashes(database.workers(), allClaimed)));
    }

    public void add(List<ClaimedEmail> allClaimed) {
        allClaimed.forEach(claimed -> claimedToTime.put(claimed, System.nanoTime()));
    }

    /** Notes that a result of the row is being recorded from now on, until the row is removed. */
    public void recording(ClaimedEmail claimed) {
        recording.add(claimed);
    }

    /** Removes a row at the end of its attempt, which this node has survived. */
    public void remove(ClaimedEmail claimed) {
        drop(claimed);
        if (claimed.isClaimedAlone()) {
            survived.add(claimed);
        }
    }

    private void drop(ClaimedEmail claimed) {
        claimedToTime.remove(claimed);
        recording.remove(claimed);
    }

    /**
     * Returns whether this node still holds the row and may send its message. It may not when the lease was not renewed for as long as
     * another node waits before it takes over what was being sent: this node stood still, and does not know yet.
     */
    public boolean isLeased(ClaimedEmail claimed) {
        var renewedAt = claimedToTime.get(claimed);
        return renewedAt != null
                && System.nanoTime() - renewedAt < settings.recoveryDelay().toNanos();
    }

    /**
     * Renews all rows claimed for longer than half a round. Uncounts crashes that other nodes have counted for rows of this node, which has
     * survived them.
     */
    public Future<Next> renew() {
        return renewLeases().compose(next -> survived.uncountCrashes().map(next));
    }

    private Future<Next> renewLeases() {
        var due = due();
        if (due.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        var startedAt = System.nanoTime();
        return PipelineTimeout.on(store.renew(database.workers(), due, settings.lease(), settings.recoveryDelay()))
                .onSuccess(voidClaims -> {
                    due.forEach(claimed -> claimedToTime.replace(claimed, startedAt));
                    voidClaims.forEach(one -> end(one, due));
                })
                .map(Next.IDLE);
    }

    private List<ClaimedEmail> due() {
        var since = System.nanoTime() - settings.renewEvery().toNanos() / 2;
        var due = new ArrayList<ClaimedEmail>();
        claimedToTime.forEach((claimed, renewedAt) -> {
            if (renewedAt - since <= 0) {
                due.add(claimed);
            }
        });
        due.sort(Comparator.comparing(claimed -> claimed.email().value()));
        return due;
    }

    private void end(VoidClaim voidClaim, List<ClaimedEmail> renewed) {
        renewed.stream()
                .filter(claimed ->
                        voidClaim.isOf(claimed) && claimedToTime.containsKey(claimed) && !recording.contains(claimed))
                .forEach(voidClaim.queued() ? this::lose : this::remove);
    }

    /** The attempt goes on until it notices, and may still crash this node. */
    private void lose(ClaimedEmail claimed) {
        drop(claimed);
        metrics.leaseLost();
        LOG.atWarn()
                .addKeyValue("project", claimed.project())
                .addKeyValue("email", claimed.email())
                .log("The lease of an email was lost; whoever has it now goes on");
    }
}
