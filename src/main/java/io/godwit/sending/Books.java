package io.godwit.sending;

import io.godwit.core.PausePoints;
import io.godwit.sending.DotMarks.DotMark;
import io.godwit.smtp.Reply;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the end of an attempt is written: an acceptance first into the journal, at once; everything into the tables, soon. */
final class Books {

    private static final Logger LOG = LoggerFactory.getLogger(Books.class);

    private final Journal journal;
    private final Recorder recorder;
    private final PausePoints pauses;

    Books(Journal journal, Recorder recorder, PausePoints pauses) {
        this.journal = journal;
        this.recorder = recorder;
        this.pauses = pauses;
    }

    /** Called just before the final dot, on any thread; {@code connection} is the number of the place the email has. */
    void offered(Outgoing email, int connection) {
        var ticket = email.ticket();
        journal.dots().mark(connection, new DotMark(ticket.project(), ticket.email(), ticket.fence()));
    }

    /** Called in the handler that read the 250, on any thread. Completes when the journal has it. */
    Future<Optional<Journal.Segment>> note(Outgoing email, Reply reply) {
        var now = Instant.now();
        return pauses.at("after-250-before-journal", email).map(taken -> journal.append(entry(taken, reply, now)));
    }

    /** The same email, noted by now; the tables follow. */
    Future<Void> accepted(Parcel parcel, Reply reply, Optional<Journal.Segment> noted) {
        return pauses.at("after-journal-before-record", noted)
                .onSuccess(segment -> record(parcel, reply, Instant.now(), segment))
                .mapEmpty();
    }

    /** An attempt without an acceptance. */
    void ended(Ticket ticket, Verdict verdict) {
        recorder.record(new Result(ticket, verdict, Optional.empty(), Instant.now()))
                .onFailure(error -> logLost(ticket, error));
    }

    /** A refusal the email ends by after {@code pause}, unless it is taken back. */
    void refused(Ticket ticket, HeldRefusal refusal, Duration pause) {
        var waits = refusal.verdict().held(pause);
        recorder.record(new Result(ticket, waits, Optional.empty(), Instant.now(), Optional.of(refusal)))
                .onFailure(error -> logLost(ticket, error));
    }

    /** Records what an earlier process had only noted; completes when all of it is in the tables. Then it is forgotten. */
    Future<Void> replay() {
        var found = journal.found().stream().map(Books::result).toList();
        if (found.isEmpty()) {
            return Future.succeededFuture();
        }
        LOG.atInfo()
                .addKeyValue("entries", found.size())
                .log("The send journal held acceptances the tables may not know yet");
        return recorder.replay(found);
    }

    int unrecorded() {
        return recorder.unrecorded();
    }

    private static Result result(JournalEntry entry) {
        var ticket = new Ticket(
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
        return new Result(ticket, Verdict.sent(entry.reply()), Optional.empty(), entry.at());
    }

    private void record(Parcel parcel, Reply reply, Instant at, Optional<Journal.Segment> segment) {
        var ticket = parcel.email().ticket();
        recorder.record(new Result(ticket, Verdict.sent(reply), Optional.of(parcel.subject()), at))
                .onSuccess(recorded -> segment.ifPresent(journal::recorded))
                .compose(recorded -> pauses.at("after-record", ticket))
                .onFailure(error -> logLost(ticket, error));
    }

    private static JournalEntry entry(Outgoing email, Reply reply, Instant at) {
        var ticket = email.ticket();
        return new JournalEntry(ticket.project(), ticket.email(), email.attempt(), ticket.fence(), at, reply);
    }

    private static void logLost(Ticket ticket, Throwable error) {
        LOG.atError()
                .addKeyValue("project", ticket.project())
                .addKeyValue("email", ticket.email())
                .setCause(error)
                .log("The end of an attempt could not be recorded; the rescue will decide");
    }
}
