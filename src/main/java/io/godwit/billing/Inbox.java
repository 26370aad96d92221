package io.godwit.billing;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.godwit.projects.Suspensions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes events of Stripe in as they come, each once, and processes them afterwards, each in one transaction. */
final class Inbox {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    /** Of a body, in bytes; Stripe's are a few thousand. */
    static final long LARGEST = 256 << 10;

    /** Stripe repeats an event for three days, and keeps it for thirty. */
    private static final Duration KEPT = Duration.ofDays(60);

    private final Database database;
    private final Bus bus;
    private final Signature signature;
    private final Reactions reactions;
    private final Suspensions suspensions;
    private final EventStore store = new EventStore();

    Inbox(Database database, Bus bus, Signature signature, Reactions reactions, Suspensions suspensions) {
        this.database = database;
        this.bus = bus;
        this.signature = signature;
        this.reactions = reactions;
        this.suspensions = suspensions;
    }

    /** Completes when the event is kept; fails with {@code BAD_REQUEST} for one that is not Stripe's. */
    Future<Void> receive(byte[] body, Optional<String> header) {
        var text = signature.open(body, header.orElse(""));
        var news = News.read(text);
        var id = news.id().orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "The event has no id"));
        return store.insert(database.requests(), id, news, text)
                .onSuccess(fresh -> bus.publish(BillingMessages.TOLD, new BillingMessages.Told(id)))
                .mapEmpty();
    }

    /** One event. */
    Future<Next> processNext() {
        return store.next(database.workers())
                .compose(found -> found.map(this::process).orElseGet(() -> Future.succeededFuture(Next.REST)));
    }

    private Future<Next> process(String id) {
        return database.workerTransaction(tx -> store.hold(tx, id).compose(body -> body.map(text -> react(tx, id, text))
                        .orElseGet(() -> Future.succeededFuture(Reaction.of("nothing to do")))))
                .compose(reaction -> {
                    bus.publish(BillingMessages.OWED, new BillingMessages.Owed(id));
                    return reaction.moved().map(suspensions::announce).orElseGet(Future::succeededFuture);
                })
                .map(Next.AGAIN)
                .recover(cause -> later(id, cause));
    }

    private Future<Reaction> react(SqlClient tx, String id, String body) {
        return reactions.to(tx, id, News.read(body)).compose(reaction -> store.processed(tx, id, reaction.outcome())
                .map(reaction));
    }

    private Future<Next> later(String id, Throwable cause) {
        LOG.atWarn().addKeyValue("event", id).setCause(cause).log("An event of Stripe could not be processed");
        return store.later(database.workers(), id, String.valueOf(cause)).map(Next.AGAIN);
    }

    Future<Next> expire() {
        return store.expire(database.workers(), KEPT).map(Next.REST);
    }
}
