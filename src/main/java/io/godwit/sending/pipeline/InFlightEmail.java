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

/** One email in flight, with the stage it has reached and the time since then. */
final class InFlightEmail implements SmtpProgress {

    private final ClaimedEmail email;
    private final int position;
    private final ConcurrencyLimiter limiter;
    private final LongSupplier nanoTime;
    private Runnable offered = () -> {};
    private Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> note =
            ignored -> Future.succeededFuture(Optional.empty());
    private boolean composed;
    private volatile @Nullable SmtpStage stage;
    private volatile long since;
    private volatile @Nullable Future<Optional<DeliveryJournal.JournalFile>> journaled;

    InFlightEmail(ClaimedEmail email, int position, ConcurrencyLimiter limiter, LongSupplier nanoTime) {
        this.email = email;
        this.position = position;
        this.limiter = limiter;
        this.nanoTime = nanoTime;
    }

    ClaimedEmail claimed() {
        return email;
    }

    /** Returns the lowest number that no other email in flight has; less than the number of connections. */
    int index() {
        return position;
    }

    /** Marks the email as composed; returns true the first time. */
    boolean composed() {
        var first = !composed;
        composed = true;
        return first;
    }

    /**
     * Notes that the message was handed to the transport, which may still have to connect.
     *
     * @param beforeDot marks the email as offered; only from then on the mail server can accept it
     * @param how writes its acceptance to the journal
     */
    void transmit(Runnable beforeDot, Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> how) {
        offered = beforeDot;
        note = how;
        reached(SmtpStage.CONNECT);
    }

    @Override
    public void reached(SmtpStage next) {
        stage = next;
        since = nanoTime.getAsLong();
        if (next == SmtpStage.DATA) {
            limiter.reached(email.domain());
        } else if (next == SmtpStage.DOT) {
            offered.run();
        }
    }

    /**
     * Notes the acceptance in the handler that read it: a task queued for another context is lost when the node crashes.
     */
    @Override
    public void accepted(SmtpReply reply) {
        journaled = note.apply(reply);
    }

    /** Completes when the acceptance is in the journal, or writing it has failed. */
    Future<Optional<DeliveryJournal.JournalFile>> journaled(SmtpReply reply) {
        var already = journaled;
        return already == null ? note.apply(reply) : already;
    }

    /**
     * Returns the stage the email has been at for longer than {@code limit}; empty when it progresses, or is not with the
     * transport yet.
     */
    Optional<SmtpStage> stalledAt(long now, Duration limit) {
        var reached = stage;
        return reached != null && now - since > limit.toNanos() ? Optional.of(reached) : Optional.empty();
    }
}
