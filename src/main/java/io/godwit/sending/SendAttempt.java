package io.godwit.sending;

import io.godwit.smtp.Progress;
import io.godwit.smtp.Reply;
import io.godwit.smtp.Stage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One email under way: how far it has come, and since when. */
final class SendAttempt implements Progress {

    private final Ticket ticket;
    private final int place;
    private final ConcurrencyLimits limits;
    private final LongSupplier nanoTime;
    private Runnable offered = () -> {};
    private Function<Reply, Future<Optional<Journal.Segment>>> note = reply -> Future.succeededFuture(Optional.empty());
    private boolean composed;
    private volatile @Nullable Stage stage;
    private volatile long since;
    private volatile @Nullable Future<Optional<Journal.Segment>> noted;

    SendAttempt(Ticket ticket, int place, ConcurrencyLimits limits, LongSupplier nanoTime) {
        this.ticket = ticket;
        this.place = place;
        this.limits = limits;
        this.nanoTime = nanoTime;
    }

    Ticket ticket() {
        return ticket;
    }

    /** The lowest number no other email under way has; less than there are connections. */
    int place() {
        return place;
    }

    /** True the first time. */
    boolean composed() {
        var first = !composed;
        composed = true;
        return first;
    }

    /**
     * It is handed to the transport, which may still have to connect.
     *
     * @param beforeDot marks that it is offered; only from then on it can be taken
     * @param how notes its acceptance
     */
    void handedOver(Runnable beforeDot, Function<Reply, Future<Optional<Journal.Segment>>> how) {
        offered = beforeDot;
        note = how;
        reached(Stage.CONNECT);
    }

    @Override
    public void reached(Stage next) {
        stage = next;
        since = nanoTime.getAsLong();
        if (next == Stage.DATA) {
            limits.reached(ticket.domain());
        } else if (next == Stage.DOT) {
            offered.run();
        }
    }

    /** Noted where it is heard: what waits for its turn on another context is lost when the node dies. */
    @Override
    public void accepted(Reply reply) {
        noted = note.apply(reply);
    }

    /** Completes when the acceptance is in the journal, or cannot be. */
    Future<Optional<Journal.Segment>> noted(Reply reply) {
        var already = noted;
        return already == null ? note.apply(reply) : already;
    }

    /** The stage it has been at for longer than {@code limit}; empty when it moves, or is not yet with the transport. */
    Optional<Stage> stalledAt(long now, Duration limit) {
        var reached = stage;
        return reached != null && now - since > limit.toNanos() ? Optional.of(reached) : Optional.empty();
    }
}
