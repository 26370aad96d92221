package io.godwit.reports;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;

/** Counts the facts about emails, a range of time in each transaction. One node does it at a time. */
public final class RollupWorker {

    private static final Duration BETWEEN_RUNS = Duration.ofMinutes(1);

    /** The age from which the log is complete, because no transaction lasts longer. */
    private static final Duration LAG = Duration.ofMinutes(10);

    /** The longest range counted in one transaction, when there is much to catch up with. */
    private static final Duration MAX_PAUSE = Duration.ofHours(1);

    private static final Duration MIN_PAUSE = Duration.ofSeconds(10);

    private final Database database;
    private final RollupStore store = new RollupStore();
    private final CampaignRollupStore campaigns = new CampaignRollupStore();
    private Duration step = MAX_PAUSE;

    public RollupWorker(Database database) {
        this.database = database;
    }

    /** Starts the loop, which counts at once and every minute, on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "reports-counts", BETWEEN_RUNS, this::countSome);
    }

    /** Counts one range; completes with {@link Next#IDLE} when nothing is left, or another node is counting. */
    Future<Next> countSome() {
        return database.workerTransaction(tx -> store.claim(tx)
                        .compose(stillLeased -> stillLeased ? countSome(tx) : Future.succeededFuture(Next.IDLE)))
                .onSuccess(ignored -> step = MAX_PAUSE)
                .onFailure(ignored -> step = shorter());
    }

    /** Halves the range after a failure: an hour may contain more than a transaction can count within its timeout. */
    private Duration shorter() {
        var half = step.dividedBy(2);
        return half.compareTo(MIN_PAUSE) < 0 ? MIN_PAUSE : half;
    }

    private Future<Next> countSome(SqlClient tx) {
        return store.due(tx, step, LAG)
                .compose(due -> due.isEmpty()
                        ? countCampaigns(tx)
                        : store.count(tx, due.get()).map(Next.MORE));
    }

    /** Counts campaigns up to the moment all else is counted to. */
    private Future<Next> countCampaigns(SqlClient tx) {
        return campaigns
                .due(tx, step)
                .compose(due -> due.isEmpty()
                        ? countDetails(tx)
                        : campaigns.count(tx, due.get()).map(Next.MORE));
    }

    /** Counts details of the time before they were kept, once all else is counted. */
    private Future<Next> countDetails(SqlClient tx) {
        return store.detailsDue(tx, step)
                .compose(due -> due.isEmpty()
                        ? countEarlierCampaigns(tx)
                        : store.countDetails(tx, due.get()).map(Next.MORE));
    }

    private Future<Next> countEarlierCampaigns(SqlClient tx) {
        return campaigns
                .earlierDue(tx, step)
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(Next.IDLE)
                        : campaigns.countEarlier(tx, due.get()).map(Next.MORE));
    }
}
