package io.godwit.billing;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.projects.SuspensionService;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores events of Stripe as they arrive, each once, and processes them afterwards, each in one transaction. */
final class StripeEventProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(StripeEventProcessor.class);

    /** The largest body in bytes; Stripe's events have a few thousand. */
    static final long MAX_BODY_BYTES = 256 << 10;

    /** The time processed events are kept: Stripe repeats an event for three days, and keeps it for thirty. */
    private static final Duration RETENTION = Duration.ofDays(60);

    private final Database database;
    private final Bus bus;
    private final StripeSignature signature;
    private final StripeEventHandler handler;
    private final SuspensionService suspensions;
    private final StripeEventStore store = new StripeEventStore();

    StripeEventProcessor(
            Database database,
            Bus bus,
            StripeSignature signature,
            StripeEventHandler handler,
            SuspensionService suspensions) {
        this.database = database;
        this.bus = bus;
        this.signature = signature;
        this.handler = handler;
        this.suspensions = suspensions;
    }

    /**
     * Stores an event and completes when it is committed; fails with {@code BAD_REQUEST} for one that is not signed by
     * Stripe.
     */
    Future<Void> receive(byte[] body, Optional<String> header) {
        var text = signature.open(body, header.orElse(""));
        var event = StripeEvent.read(text);
        var id = event.id().orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "The event has no id"));
        return store.insert(database.requests(), id, event, text)
                .onSuccess(
                        ignored -> bus.publish(BillingMessages.EVENT_RECEIVED, new BillingMessages.EventReceived(id)))
                .mapEmpty();
    }

    /** Processes one event. */
    Future<Next> processNext() {
        return store.next(database.workers())
                .compose(found -> found.map(this::process).orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    private Future<Next> process(String id) {
        return database.workerTransaction(
                        tx -> store.lock(tx, id).compose(body -> body.map(text -> process(tx, id, text))
                                .orElseGet(() -> Future.succeededFuture(StripeEventResult.of("nothing to do")))))
                .compose(result -> {
                    bus.publish(BillingMessages.OWED, new BillingMessages.TaskQueued(id));
                    handler.wakeSenders();
                    return result.moved().map(suspensions::publishChange).orElseGet(Future::succeededFuture);
                })
                .map(Next.MORE)
                .recover(cause -> retryAfter(id, cause));
    }

    private Future<StripeEventResult> process(SqlClient tx, String id, String body) {
        return handler.apply(tx, id, StripeEvent.read(body))
                .compose(result -> store.processed(tx, id, result.outcome()).map(result));
    }

    private Future<Next> retryAfter(String id, Throwable cause) {
        if (cause instanceof Failure failure) {
            LOG.atInfo().addKeyValue("event", id).log("An event of Stripe has to wait: {}", failure.sentence());
            return store.retryAfter(database.workers(), id, failure.sentence()).map(Next.MORE);
        }
        LOG.atWarn().addKeyValue("event", id).setCause(cause).log("An event of Stripe could not be processed");
        return store.retryAfter(database.workers(), id, String.valueOf(cause)).map(Next.MORE);
    }

    Future<Next> expire() {
        return store.expire(database.workers(), RETENTION).map(Next.IDLE);
    }
}
