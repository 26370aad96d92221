package io.godwit.sending.pipeline;

import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.results.DeliveryJournal;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One email under way: how far it has come, and since when. */
final class InFlightEmail implements SmtpProgress {

    private final ClaimedEmail ticket;
    private final int place;
    private final ConcurrencyLimiter limits;
    private final LongSupplier nanoTime;
    private Runnable offered = () -> {};
    private Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> note =
            reply -> Future.succeededFuture(Optional.empty());
    private boolean composed;
    private volatile @Nullable SmtpStage stage;
    private volatile long since;
    private volatile @Nullable Future<Optional<DeliveryJournal.JournalFile>> noted;

    InFlightEmail(ClaimedEmail ticket, int place, ConcurrencyLimiter limits, LongSupplier nanoTime) {
        this.ticket = ticket;
        this.place = place;
        this.limits = limits;
        this.nanoTime = nanoTime;
    }

    ClaimedEmail ticket() {
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
    void handedOver(Runnable beforeDot, Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> how) {
        offered = beforeDot;
        note = how;
        reached(SmtpStage.CONNECT);
    }

    @Override
    public void reached(SmtpStage next) {
        stage = next;
        since = nanoTime.getAsLong();
        if (next == SmtpStage.DATA) {
            limits.reached(ticket.domain());
        } else if (next == SmtpStage.DOT) {
            offered.run();
        }
    }

    /** Noted where it is heard: what waits for its turn on another context is lost when the node dies. */
    @Override
    public void accepted(SmtpReply reply) {
        noted = note.apply(reply);
    }

    /** Completes when the acceptance is in the journal, or cannot be. */
    Future<Optional<DeliveryJournal.JournalFile>> noted(SmtpReply reply) {
        var already = noted;
        return already == null ? note.apply(reply) : already;
    }

    /** The stage it has been at for longer than {@code limit}; empty when it moves, or is not yet with the transport. */
    Optional<SmtpStage> stalledAt(long now, Duration limit) {
        var reached = stage;
        return reached != null && now - since > limit.toNanos() ? Optional.of(reached) : Optional.empty();
    }
}
