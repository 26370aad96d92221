package io.godwit.sending;

import io.godwit.core.Loop.Next;
import io.godwit.core.PausePoints;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins attempts, in groups, and gives rows back whose work could not begin. */
final class Attempts {

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    /** Long enough for slots that became free together to share a statement. */
    private static final Duration LINGER = Duration.ofMillis(5);

    private static final int MOST_AT_ONCE = 200;

    /** An email whose domain or project stands still waits so long for another look. */
    private static final Duration POSTPONED = Duration.ofSeconds(5);

    private final Leases leases;
    private final Returns givenBack;
    private final Returns postponed;
    private final Returns heldBack;
    private final Database database;
    private final ClaimStore claims = new ClaimStore();
    private final DeadEmailStore dead = new DeadEmailStore();
    private final PausePoints pauses;
    private final Batches<Ticket, Optional<Outgoing>> begins;

    Attempts(Vertx vertx, Database database, Leases leases, SendSettings settings, PausePoints pauses) {
        this.leases = leases;
        this.database = database;
        this.givenBack = new Returns(tickets -> claims.release(database.workers(), tickets, Duration.ZERO));
        this.postponed = new Returns(tickets -> claims.release(database.workers(), tickets, POSTPONED));
        this.heldBack = new Returns(tickets -> claims.hold(database.workers(), tickets));
        this.pauses = pauses;
        var store = new AttemptStore();
        this.begins = new Batches<>(
                vertx,
                LINGER,
                MOST_AT_ONCE,
                tickets -> Deadline.on(store.begin(database.workers(), tickets, settings.rescue())));
    }

    /** Marks, counts and dates the attempt. Fails with {@link LeaseLost} when somebody else holds the row. */
    Future<Outgoing> begin(Ticket ticket) {
        return pauses.at("after-claim", ticket)
                .compose(begins::add)
                .map(begun -> begun.orElseThrow(LeaseLost::new))
                .compose(email -> pauses.at("after-sending-mark", email));
    }

    /** Whether the row is still ours, as far as we know. */
    boolean holds(Ticket ticket) {
        return leases.holds(ticket);
    }

    /** The row is no longer ours. */
    void forget(Ticket ticket) {
        leases.drop(ticket);
    }

    /** Leaves the row to whoever lets its campaign go on; at once, or when PostgreSQL is back. */
    Future<Void> hold(Ticket ticket) {
        leases.drop(ticket);
        return heldBack.give(List.of(ticket));
    }

    /** Makes the rows due at once, for whoever comes first; when PostgreSQL is away, as soon as it is back. */
    Future<Void> giveBack(List<Ticket> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : givenBack.give(tickets);
    }

    /** The same for later. */
    Future<Void> postpone(List<Ticket> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty() ? Future.succeededFuture() : postponed.give(tickets);
    }

    /** A suspect goes to its rest; a try that came to nothing leaves it to its lease. */
    Future<Void> rest(Ticket suspect) {
        leases.drop(suspect);
        return Deadline.on(claims.release(database.workers(), List.of(suspect), suspect.rest()))
                .otherwiseEmpty();
    }

    /** A suspect is given up; a try that came to nothing leaves it to its lease. */
    Future<Void> bury(Ticket suspect) {
        leases.drop(suspect);
        LOG.atError()
                .addKeyValue("project", suspect.project())
                .addKeyValue("email", suspect.email())
                .log("An email is given up: its node died each time it was composed");
        return Deadline.on(dead.bury(database.workers(), suspect, suspect.reason()))
                .otherwiseEmpty();
    }

    /** A suspect was composed while it was alone, so it is none. */
    Future<Void> acquit(Ticket suspect) {
        return Deadline.on(claims.acquit(database.workers(), suspect));
    }

    /** What PostgreSQL has not taken back yet. */
    Future<Next> giveBackAgain() {
        return givenBack.again().compose(done -> postponed.again()).compose(done -> heldBack.again());
    }
}
