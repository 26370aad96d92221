package io.godwit.sending.results;

import io.godwit.core.FailPoints;
import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.OfferedAttempt;
import io.godwit.sending.attempt.WaitingRefusal;
import io.godwit.sending.rendering.SignedMessage;
import io.godwit.smtp.SmtpReply;
import io.godwit.traces.SpanKind;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the results of attempts: an acceptance first in the journal, at once; every result in the tables, shortly after. No method
 * waits for the tables but {@link #replay}.
 */
public final class DeliveryLog {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);

    private final DeliveryJournal journal;
    private final ResultWriter writer;
    private final FailPoints pauses;
    private final Tracer tracer;

    public DeliveryLog(DeliveryJournal journal, ResultWriter writer, FailPoints pauses, Tracer tracer) {
        this.tracer = tracer;
        this.journal = journal;
        this.writer = writer;
        this.pauses = pauses;
    }

    /**
     * Notes on disk that the email is offered, just before the final dot, on any thread.
     *
     * @param place the number of the email among those in flight, which no other has at the time
     */
    public void offered(EmailAttempt email, int place) {
        var claimed = email.claimed();
        journal.dots().mark(place, new OfferedAttempt(claimed.project(), claimed.email(), claimed.fence()));
    }

    /** Journals an acceptance, in the handler that read the 250, on any thread. Completes when it is in the journal. */
    public Future<Optional<DeliveryJournal.JournalFile>> note(EmailAttempt email, SmtpReply reply) {
        var now = Instant.now();
        return pauses.at("after-250-before-journal", email).map(attempt -> journal.append(entry(attempt, reply, now)));
    }

    /**
     * Begins to record a journalled acceptance in the tables, and completes without waiting for that.
     *
     * @param noted the place of the acceptance in the journal, which is freed when the tables have it; empty when it could not be
     *     journalled
     */
    public Future<Void> accepted(
            SignedMessage message,
            SmtpReply reply,
            Optional<AttemptEvidence> evidence,
            Optional<DeliveryJournal.JournalFile> noted) {
        var outcome = AttemptOutcome.sent(reply).with(evidence);
        return pauses.at("after-journal-before-record", noted)
                .onSuccess(file -> record(message, outcome, Instant.now(), file))
                .mapEmpty();
    }

    /** Begins to record an attempt without an acceptance in the tables. */
    public void ended(ClaimedEmail claimed, AttemptOutcome outcome) {
        traced(claimed, writer.record(new AttemptResult(claimed, outcome, Optional.empty(), Instant.now())))
                .onFailure(error -> logLost(claimed, error));
    }

    /** Begins to record a refusal that ends the email after {@code pause}, unless the refusal is revoked. */
    public void refused(ClaimedEmail claimed, WaitingRefusal refusal, Duration pause) {
        var waits = refusal.outcome().waitingFor(pause);
        traced(
                        claimed,
                        writer.record(new AttemptResult(
                                claimed, waits, Optional.empty(), Instant.now(), Optional.of(refusal))))
                .onFailure(error -> logLost(claimed, error));
    }

    /**
     * Records the journal of an earlier process; completes when all of it is in the tables, but for what PostgreSQL refuses for good.
     * The caller may delete the journal then.
     */
    public Future<Void> replay() {
        var found = journal.found().stream().map(DeliveryLog::result).toList();
        if (found.isEmpty()) {
            return Future.succeededFuture();
        }
        LOG.atInfo()
                .addKeyValue("entries", found.size())
                .log("The send journal held acceptances the tables may not know yet");
        return writer.replay(found);
    }

    /** Returns whether an acceptance can be journalled now. */
    public boolean canJournal() {
        return journal.isWritable();
    }

    /** Returns the number of results that are not in the tables yet. */
    public int unrecorded() {
        return writer.unrecorded();
    }

    private static AttemptResult result(JournalEntry entry) {
        var claimed = new ClaimedEmail(
                entry.project(),
                entry.email(),
                "",
                (short) 0,
                entry.fence(),
                entry.attempt(),
                0,
                0,
                false,
                Optional.empty());
        return new AttemptResult(claimed, AttemptOutcome.sent(entry.reply()), Optional.empty(), entry.at());
    }

    private void record(
            SignedMessage message, AttemptOutcome outcome, Instant at, Optional<DeliveryJournal.JournalFile> file) {
        var claimed = message.email().claimed();
        traced(claimed, writer.record(new AttemptResult(claimed, outcome, Optional.of(message.subject()), at)))
                .onSuccess(ignored -> file.ifPresent(journal::recorded))
                .compose(ignored -> pauses.at("after-record", claimed))
                .onFailure(error -> logLost(claimed, error));
    }

    private <T> Future<T> traced(ClaimedEmail claimed, Future<T> recorded) {
        if (claimed.trace().isEmpty()) {
            return recorded;
        }
        var span = tracer.child(claimed.trace(), SpanKind.CLIENT, "email record")
                .attribute("db.system.name", "postgresql")
                .attribute("godwit.email.id", claimed.email().toString());
        return recorded.onFailure(error -> span.failed(error.getClass().getSimpleName()))
                .onComplete(ignored -> span.end());
    }

    private static JournalEntry entry(EmailAttempt email, SmtpReply reply, Instant at) {
        var claimed = email.claimed();
        return new JournalEntry(claimed.project(), claimed.email(), email.attempt(), claimed.fence(), at, reply);
    }

    private static void logLost(ClaimedEmail claimed, Throwable error) {
        LOG.atError()
                .addKeyValue("project", claimed.project())
                .addKeyValue("email", claimed.email())
                .setCause(error)
                .log("The end of an attempt could not be recorded; the rescue will decide");
    }
}
