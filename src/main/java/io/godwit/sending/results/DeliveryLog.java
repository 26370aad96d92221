package io.godwit.sending.results;

import io.godwit.core.FailPoints;
import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.HeldRefusal;
import io.godwit.sending.queue.FinalDotJournal.OfferedAttempt;
import io.godwit.sending.rendering.SignedMessage;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the end of an attempt is written: an acceptance first into the journal, at once; everything into the tables, soon. */
public final class DeliveryLog {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);

    private final DeliveryJournal journal;
    private final ResultWriter recorder;
    private final FailPoints pauses;

    public DeliveryLog(DeliveryJournal journal, ResultWriter recorder, FailPoints pauses) {
        this.journal = journal;
        this.recorder = recorder;
        this.pauses = pauses;
    }

    /** Called just before the final dot, on any thread; {@code connection} is the number of the place the email has. */
    public void offered(EmailAttempt email, int connection) {
        var ticket = email.ticket();
        journal.dots().mark(connection, new OfferedAttempt(ticket.project(), ticket.email(), ticket.fence()));
    }

    /** Called in the handler that read the 250, on any thread. Completes when the journal has it. */
    public Future<Optional<DeliveryJournal.JournalFile>> note(EmailAttempt email, SmtpReply reply) {
        var now = Instant.now();
        return pauses.at("after-250-before-journal", email).map(taken -> journal.append(entry(taken, reply, now)));
    }

    /** The same email, noted by now; the tables follow. */
    public Future<Void> accepted(SignedMessage parcel, SmtpReply reply, Optional<DeliveryJournal.JournalFile> noted) {
        return pauses.at("after-journal-before-record", noted)
                .onSuccess(segment -> record(parcel, reply, Instant.now(), segment))
                .mapEmpty();
    }

    /** An attempt without an acceptance. */
    public void ended(ClaimedEmail ticket, AttemptOutcome verdict) {
        recorder.record(new AttemptResult(ticket, verdict, Optional.empty(), Instant.now()))
                .onFailure(error -> logLost(ticket, error));
    }

    /** A refusal the email ends by after {@code pause}, unless it is taken back. */
    public void refused(ClaimedEmail ticket, HeldRefusal refusal, Duration pause) {
        var waits = refusal.verdict().held(pause);
        recorder.record(new AttemptResult(ticket, waits, Optional.empty(), Instant.now(), Optional.of(refusal)))
                .onFailure(error -> logLost(ticket, error));
    }

    /** Records what an earlier process had only noted; completes when all of it is in the tables. Then it is forgotten. */
    public Future<Void> replay() {
        var found = journal.found().stream().map(DeliveryLog::result).toList();
        if (found.isEmpty()) {
            return Future.succeededFuture();
        }
        LOG.atInfo()
                .addKeyValue("entries", found.size())
                .log("The send journal held acceptances the tables may not know yet");
        return recorder.replay(found);
    }

    public int unrecorded() {
        return recorder.unrecorded();
    }

    private static AttemptResult result(JournalEntry entry) {
        var ticket = new ClaimedEmail(
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
        return new AttemptResult(ticket, AttemptOutcome.sent(entry.reply()), Optional.empty(), entry.at());
    }

    private void record(
            SignedMessage parcel, SmtpReply reply, Instant at, Optional<DeliveryJournal.JournalFile> segment) {
        var ticket = parcel.email().ticket();
        recorder.record(new AttemptResult(ticket, AttemptOutcome.sent(reply), Optional.of(parcel.subject()), at))
                .onSuccess(recorded -> segment.ifPresent(journal::recorded))
                .compose(recorded -> pauses.at("after-record", ticket))
                .onFailure(error -> logLost(ticket, error));
    }

    private static JournalEntry entry(EmailAttempt email, SmtpReply reply, Instant at) {
        var ticket = email.ticket();
        return new JournalEntry(ticket.project(), ticket.email(), email.attempt(), ticket.fence(), at, reply);
    }

    private static void logLost(ClaimedEmail ticket, Throwable error) {
        LOG.atError()
                .addKeyValue("project", ticket.project())
                .addKeyValue("email", ticket.email())
                .setCause(error)
                .log("The end of an attempt could not be recorded; the rescue will decide");
    }
}
