package io.godwit.sending;

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

    private final Database database;
    private final ClaimStore claims;
    private final Leases leases;
    private final PausePoints pauses;
    private final Batches<Ticket, Optional<Outgoing>> begins;

    Attempts(Vertx vertx, Database database, Leases leases, SendSettings settings, PausePoints pauses) {
        this.database = database;
        this.claims = new ClaimStore();
        this.leases = leases;
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

    /** Leaves the row to whoever lets its campaign go on. When that fails its lease ends soon enough. */
    Future<Void> hold(Ticket ticket) {
        leases.drop(ticket);
        return claims.hold(database.workers(), List.of(ticket)).recover(error -> {
            LOG.atWarn()
                    .addKeyValue("email", ticket.email())
                    .addKeyValue("cause", error.getMessage())
                    .log("An email of a paused campaign waits until its lease ends");
            return Future.succeededFuture();
        });
    }

    /** Makes the rows due at once, for whoever comes first. When that fails their leases end soon enough. */
    Future<Void> giveBack(List<Ticket> tickets) {
        tickets.forEach(leases::drop);
        return tickets.isEmpty()
                ? Future.succeededFuture()
                : claims.release(database.workers(), tickets).recover(error -> {
                    LOG.atWarn()
                            .addKeyValue("emails", tickets.size())
                            .addKeyValue("cause", error.getMessage())
                            .log("Emails could not be given back and wait until their leases end");
                    return Future.succeededFuture();
                });
    }
}
