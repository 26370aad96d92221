package io.godwit.sending;

import io.godwit.core.Failure;
import io.godwit.smtp.SmtpFailure;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries claimed emails to their end, as many at once as the transport has slots. An attempt is marked, counted and dated
 * before its work, so at most that many emails are in doubt when the node dies.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class Sender {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    /** Rows held for each slot: one under way and one that follows at once. */
    private static final int LOOK_AHEAD = 2;

    /** Results PostgreSQL has not taken yet; beyond them nothing is started. */
    private static final int MOST_UNRECORDED = 1000;

    /** Content that is in memory as messages; each takes several times its size on its way. */
    private static final long CONTENT_BYTES = 16L << 20;

    private static final Duration DRAIN_STEP = Duration.ofMillis(20);

    private final Transport transport;
    private final Attempts attempts;
    private final Composer composer;
    private final Books books;
    private final Gate gate;
    private final Failures failures;
    private final ByteBudget budget = new ByteBudget(CONTENT_BYTES);
    private final ArrayDeque<Ticket> ready = new ArrayDeque<>();
    private Runnable hungry = () -> {};
    private int underWay;

    Sender(Transport transport, Attempts attempts, Composer composer, Books books, Gate gate, Failures failures) {
        this.transport = transport;
        this.attempts = attempts;
        this.composer = composer;
        this.books = books;
        this.gate = gate;
        this.failures = failures;
    }

    /** Calls the listener when there is room for more. */
    void whenHungry(Runnable listener) {
        hungry = listener;
    }

    /** How many more rows are worth claiming: 0 until there is room for a round. */
    int room() {
        var allowed = gate.allowance(transport.slots());
        var room = LOOK_AHEAD * allowed - ready.size() - underWay;
        return room >= Math.max(1, allowed / 2) && books.unrecorded() < MOST_UNRECORDED ? room : 0;
    }

    void offer(List<Ticket> tickets) {
        ready.addAll(tickets);
        pump();
    }

    /** Starts what may start. */
    void pump() {
        while (!ready.isEmpty() && underWay < gate.allowance(transport.slots())) {
            underWay++;
            work(ready.remove()).onComplete(ended -> next());
        }
    }

    private void next() {
        underWay--;
        pump();
        if (room() > 0) {
            hungry.run();
        }
    }

    private Future<Void> work(Ticket ticket) {
        if (ticket.isParked()) {
            books.ended(ticket, Verdict.parked(ticket.crashes()));
            return Future.succeededFuture();
        }
        return attempts.begin(ticket)
                .compose(email -> email.standing().onHold()
                        ? attempts.hold(ticket)
                        : budget.hold(email.contentBytes(), () -> deliver(email)))
                .recover(error -> putBack(ticket, error));
    }

    /** Carries one email to its end: sent, refused for good, or due again later. */
    private Future<Void> deliver(Outgoing email) {
        return refuseUnwanted(email)
                .compose(composer::compose)
                .recover(error -> Future.failedFuture(isForWantOfDatabase(error) ? new NotNow("It is away") : error))
                .compose(this::transmit)
                .recover(error -> recordFailure(email, error));
    }

    /** What could not be read because the database is away says nothing about the email. */
    private boolean isForWantOfDatabase(Throwable error) {
        return !(error instanceof NotSent)
                && (!gate.canRecord()
                        || (error instanceof Failure failure && failure.kind() == Failure.Kind.SERVICE_UNAVAILABLE));
    }

    private static Future<Outgoing> refuseUnwanted(Outgoing email) {
        return Unwanted.why(email)
                .map(verdict -> Future.<Outgoing>failedFuture(new NotSent(verdict)))
                .orElseGet(() -> Future.succeededFuture(email));
    }

    private Future<Void> transmit(Parcel parcel) {
        if (!gate.canRecord() || !attempts.holds(parcel.email().ticket())) {
            return Future.failedFuture(new NotNow("The end of the attempt could not be recorded"));
        }
        return transport
                .send(parcel.envelope(), parcel.message())
                .onSuccess(reply -> gate.answered())
                .compose(reply -> books.accepted(parcel, reply));
    }

    private Future<Void> recordFailure(Outgoing email, Throwable error) {
        if (error instanceof NotNow) {
            return Future.failedFuture(error);
        }
        if (error instanceof SmtpFailure failure) {
            heed(failure);
        }
        books.ended(email.ticket(), failures.verdict(email, error));
        return Future.succeededFuture();
    }

    /** What the failure says about all the others. */
    private void heed(SmtpFailure failure) {
        if (Answers.isAboutUs(failure)) {
            gate.refused().ifPresent(pause -> LOG.atError()
                    .addKeyValue("pause", pause)
                    .addKeyValue("reply", failure.getMessage())
                    .log("The mail server does not let us in; nothing is sent for a while"));
            giveBackReady().onFailure(error -> LOG.warn("Rows were not given back", error));
        } else if (failure.reply().isPresent()) {
            gate.answered();
        }
    }

    /** Nothing went out. While the database is away the ticket waits here: its attempt may have been marked or not. */
    private Future<Void> putBack(Ticket ticket, Throwable error) {
        if (error instanceof LeaseLost) {
            attempts.forget(ticket);
            return Future.succeededFuture();
        }
        if (error instanceof NotNow || gate.canRecord()) {
            return attempts.giveBack(List.of(ticket));
        }
        ready.addFirst(ticket);
        return Future.succeededFuture();
    }

    private Future<Void> giveBackReady() {
        var tickets = List.copyOf(ready);
        ready.clear();
        return attempts.giveBack(tickets);
    }

    /** Starts nothing more, gives back what was not started, and completes when the rest has ended or the time is up. */
    Future<Void> drain(Vertx vertx, Duration limit) {
        gate.stop();
        var deadline = System.nanoTime() + limit.toNanos();
        return giveBackReady().compose(given -> awaitIdle(vertx, deadline));
    }

    private Future<Void> awaitIdle(Vertx vertx, long deadline) {
        if ((underWay == 0 && books.unrecorded() == 0) || System.nanoTime() - deadline >= 0) {
            LOG.atInfo().addKeyValue("underWay", underWay).log("Sending has stopped");
            return Future.succeededFuture();
        }
        return vertx.timer(DRAIN_STEP.toMillis(), TimeUnit.MILLISECONDS).compose(passed -> awaitIdle(vertx, deadline));
    }
}
