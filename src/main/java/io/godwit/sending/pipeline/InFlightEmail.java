package io.godwit.sending.pipeline;

import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.results.DeliveryJournal;
import io.godwit.smtp.SmtpEvidence;
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
    private final Mode mode;
    private final int index;
    private final ConcurrencyLimiter limiter;
    private final LongSupplier nanoTime;
    private final AttemptTrace trace;
    private Runnable offered = () -> {};
    private Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> note =
            ignored -> Future.succeededFuture(Optional.empty());
    private Optional<String> source = Optional.empty();
    private volatile Optional<SmtpEvidence> dialogue = Optional.empty();
    private boolean composed;
    private boolean overlaps;
    private volatile @Nullable SmtpStage stage;
    private volatile long since;
    private volatile @Nullable Future<Optional<DeliveryJournal.JournalFile>> journaled;

    InFlightEmail(
            ClaimedEmail email,
            Mode mode,
            int index,
            ConcurrencyLimiter limiter,
            LongSupplier nanoTime,
            AttemptTrace trace) {
        this.email = email;
        this.mode = mode;
        this.index = index;
        this.limiter = limiter;
        this.nanoTime = nanoTime;
        this.trace = trace;
    }

    ClaimedEmail claimed() {
        return email;
    }

    /** Returns the way it leaves. */
    Mode mode() {
        return mode;
    }

    /** Returns the place of the email among those in flight: the lowest number that no other had when it started. */
    int index() {
        return index;
    }

    /** Returns the spans of the attempt. */
    AttemptTrace trace() {
        return trace;
    }

    /** Marks the email as composed; returns true the first time. */
    boolean composed() {
        var first = !composed;
        composed = true;
        return first;
    }

    /** Marks the email as one that another goes behind; returns true the first time. */
    boolean startsOverlap() {
        var first = !overlaps;
        overlaps = true;
        return first;
    }

    boolean overlaps() {
        return overlaps;
    }

    /** Returns the time since the final dot; empty when it was not sent. */
    Optional<Duration> dotDuration() {
        return stage == SmtpStage.DOT ? Optional.of(Duration.ofNanos(nanoTime.getAsLong() - since)) : Optional.empty();
    }

    /**
     * Notes that the message was handed to the transport, which may still have to connect.
     *
     * @param beforeDot marks the email as offered; only from then on the mail server can accept it
     * @param journal writes its acceptance to the journal
     */
    void transmit(Runnable beforeDot, Function<SmtpReply, Future<Optional<DeliveryJournal.JournalFile>>> journal) {
        offered = beforeDot;
        note = journal;
        trace.sending();
        reached(SmtpStage.CONNECT);
    }

    /** Notes the egress source of an email that goes straight to a mail host. */
    void leaves(String egressSource) {
        source = Optional.of(egressSource);
    }

    /** Returns whether the email goes straight to a mail host. */
    boolean isDirect() {
        return source.isPresent();
    }

    /** Returns the dialogue of the attempt; empty before anything was said. */
    Optional<AttemptEvidence> evidence() {
        return dialogue.map(transcript -> new AttemptEvidence(source, transcript));
    }

    @Override
    public void ended(SmtpEvidence evidence) {
        dialogue = Optional.of(evidence);
        trace.ended(evidence);
    }

    @Override
    public void reached(SmtpStage next) {
        stage = next;
        since = nanoTime.getAsLong();
        trace.reached(next);
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
        trace.replied(reply);
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
