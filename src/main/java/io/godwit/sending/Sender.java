package io.godwit.sending;

import io.godwit.core.Failure;
import io.godwit.smtp.SmtpFailure;
import io.godwit.smtp.Stage;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries claimed emails to their end, as many at once as the transport has slots. An attempt is marked, counted and dated
 * before its work, and marked again before its final dot, so at most that many emails are in doubt when the node dies.
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
    private final StartQueue queue;
    private Runnable hungry = () -> {};

    Sender(Transport transport, Attempts attempts, Composer composer, Gate gate, Failures failures, StartQueue queue) {
        this.transport = transport;
        this.attempts = attempts;
        this.composer = composer;
        this.books = failures.books();
        this.gate = gate;
        this.failures = failures;
        this.queue = queue;
    }

    /** Calls the listener when there is room for more. */
    void whenHungry(Runnable listener) {
        hungry = listener;
    }

    /** How many more rows are worth claiming: 0 until there is room for a round. */
    int room() {
        var allowed = gate.allowance(transport.slots());
        var room = LOOK_AHEAD * allowed - queue.waiting() - queue.underWay();
        return room >= Math.max(1, allowed / 2) && books.unrecorded() < MOST_UNRECORDED ? room : 0;
    }

    void offer(List<Ticket> tickets) {
        queue.add(tickets);
        pump();
    }

    /** Starts what may start. */
    void pump() {
        giveBack(queue.take(gate.breaker()::isPaused));
        for (var next = start(); next.isPresent(); next = start()) {
            var attempt = next.get();
            work(attempt).onComplete(ended -> next(attempt));
        }
    }

    private Optional<SendAttempt> start() {
        return queue.start(gate.allowance(transport.slots()));
    }

    private void next(SendAttempt attempt) {
        queue.ended(attempt);
        pump();
        if (room() > 0) {
            hungry.run();
        }
    }

    /**
     * Looks for connections that stand still, and makes room for others than those that wait for them. Answers how many there
     * are, by stage.
     */
    Map<String, Integer> review() {
        var stageToStalled = queue.review();
        attempts.postpone(queue.takeStalled(gate.allowance(transport.slots())))
                .onFailure(error -> LOG.warn("Rows were not postponed", error));
        pump();
        return stageToStalled;
    }

    private Future<Void> work(SendAttempt attempt) {
        var ticket = attempt.ticket();
        if (ticket.isDead()) {
            return attempts.bury(ticket);
        }
        var refusal = ticket.refusal().filter(held -> gate.breaker().concludes(ticket, held));
        if (refusal.isPresent()) {
            books.ended(ticket, refusal.get().verdict());
            return Future.succeededFuture();
        }
        if (!ticket.rest().isZero()) {
            return attempts.rest(ticket);
        }
        return attempts.begin(ticket)
                .compose(email -> email.standing().onHold() ? attempts.hold(ticket) : deliver(attempt, email))
                .recover(error -> putBack(ticket, error));
    }

    /** A suspect does not wait for others' bytes: nothing is started until it is composed. */
    private Future<Void> deliver(SendAttempt attempt, Outgoing email) {
        return attempt.ticket().isSuspect()
                ? carry(attempt, email)
                : budget.hold(attempt.ticket().domain(), email.contentBytes(), () -> carry(attempt, email));
    }

    /** Carries one email to its end: sent, refused for good, or due again later. */
    private Future<Void> carry(SendAttempt attempt, Outgoing email) {
        return refuseUnwanted(email)
                .compose(composer::compose)
                .compose(parcel -> acquit(attempt).map(parcel))
                .onComplete(ended -> composed(attempt))
                .recover(error -> Future.failedFuture(isForWantOfDatabase(error) ? new NotNow("It is away") : error))
                .compose(parcel -> transmit(attempt, parcel))
                .recover(error -> recordFailure(email, error));
    }

    private Future<Void> acquit(SendAttempt attempt) {
        return attempt.ticket().isSuspect() ? attempts.acquit(attempt.ticket()) : Future.succeededFuture();
    }

    private void composed(SendAttempt attempt) {
        queue.composed(attempt);
        if (attempt.ticket().isSuspect()) {
            pump();
        }
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

    private Future<Void> transmit(SendAttempt attempt, Parcel parcel) {
        var email = parcel.email();
        if (!gate.canRecord() || !attempts.holds(email.ticket())) {
            return Future.failedFuture(new NotNow("The end of the attempt could not be recorded"));
        }
        attempt.handedOver(() -> books.offered(email, attempt.place()), reply -> books.note(email, reply));
        return transport
                .send(parcel.envelope(), parcel.message(), attempt)
                .onSuccess(reply -> gate.accepted(email))
                .compose(reply -> attempt.noted(reply).compose(noted -> books.accepted(parcel, reply, noted)));
    }

    private Future<Void> recordFailure(Outgoing email, Throwable error) {
        gate.breaker().ended(email.ticket());
        if (error instanceof NotNow) {
            return Future.failedFuture(error);
        }
        if (error instanceof SmtpFailure failure) {
            heed(email, failure);
        }
        failures.record(email, error);
        return Future.succeededFuture();
    }

    /** What the failure says about all the others. */
    private void heed(Outgoing email, SmtpFailure failure) {
        if (Answers.isAboutUs(failure)) {
            var reply = failure.reply().map(Answers::sentence).orElseGet(() -> String.valueOf(failure.getMessage()));
            gate.refused(reply).ifPresent(pause -> LOG.atError()
                    .addKeyValue("pause", pause)
                    .addKeyValue("reply", reply)
                    .log("The mail server does not let us in; nothing is sent for a while"));
            giveBack(queue.takeAll());
        } else if (failure.reply().isPresent()) {
            gate.answered();
            if (failure.stage() == Stage.RCPT) {
                queue.reached(email.ticket());
            }
        }
    }

    /** Nothing went out. While the database is away the ticket waits here: its attempt may have been marked or not. */
    private Future<Void> putBack(Ticket ticket, Throwable error) {
        gate.breaker().ended(ticket);
        if (error instanceof LeaseLost) {
            attempts.forget(ticket);
            return Future.succeededFuture();
        }
        if (error instanceof NotNow || gate.canRecord()) {
            return attempts.giveBack(List.of(ticket));
        }
        queue.addFirst(ticket);
        return Future.succeededFuture();
    }

    private void giveBack(List<Ticket> tickets) {
        attempts.giveBack(tickets).onFailure(error -> LOG.warn("Rows were not given back", error));
    }

    /** Starts nothing more, gives back what was not started, and completes when the rest has ended or the time is up. */
    Future<Void> drain(Vertx vertx, Duration limit) {
        gate.stop();
        var deadline = System.nanoTime() + limit.toNanos();
        return attempts.giveBack(queue.takeAll()).compose(given -> awaitIdle(vertx, deadline));
    }

    private Future<Void> awaitIdle(Vertx vertx, long deadline) {
        var underWay = queue.underWay();
        if ((underWay == 0 && books.unrecorded() == 0) || System.nanoTime() - deadline >= 0) {
            LOG.atInfo().addKeyValue("underWay", underWay).log("Sending has stopped");
            return Future.succeededFuture();
        }
        return vertx.timer(DRAIN_STEP.toMillis(), TimeUnit.MILLISECONDS).compose(passed -> awaitIdle(vertx, deadline));
    }
}
