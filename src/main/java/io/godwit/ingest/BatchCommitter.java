package io.godwit.ingest;

import io.godwit.core.ChangeTopic;
import io.godwit.core.Timeouts;
import io.godwit.db.ChangeCollector;
import io.godwit.db.NoConnectionException;
import io.godwit.db.SqlErrorKind;
import io.godwit.ingest.BatchTransaction.FirstRoundResult;
import io.godwit.ingest.CommitVerifier.UnknownCommitException;
import io.godwit.sending.SendingMessages;
import io.godwit.traces.Span;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Commits batches on one connection, one at a time. It finds out for each batch whether it was committed: one lost before the
 * second round was not, one lost in it is looked up. Touched only on its verticle's context.
 */
final class BatchCommitter {

    /** The timeout of a round; callers are told to retry instead of waiting. */
    private static final Duration ROUND_DEADLINE = Duration.ofSeconds(5);

    /** The emails of a batch that are told one by one to those who follow the project. */
    private static final int MAX_NAMED = 20;

    private final IngestContext context;
    private final BatchConnection connection;
    private final CommitVerifier verifier;
    private final KnownContacts known;
    private final boolean waits;

    /**
     * @param known the contacts that the verticle's batches have found
     * @param waits whether to wait for contacts that other transactions have locked, and to rely on no contact's being there
     */
    BatchCommitter(Vertx vertx, IngestContext context, KnownContacts known, boolean waits) {
        this.context = context;
        this.connection = new BatchConnection(context.database());
        this.verifier = new CommitVerifier(vertx, context.database());
        this.known = known;
        this.waits = waits;
    }

    /**
     * Completes with a result for each call once they are durable. Fails when nothing was written, or when that is unknown;
     * {@link #isLost} tells the latter. A connection that was found dead is replaced once; a batch that another transaction was in
     * the way of, among them one that makes a trigger of its events, is repeated once.
     */
    Future<List<CallResult>> commit(List<PendingCall> calls) {
        var trace = BatchTrace.of(context.tracer(), calls);
        var committed = attempt(calls, trace)
                .recover(cause -> mayRepeat(cause) ? attempt(calls, trace) : Future.failedFuture(cause));
        return trace.isRecorded() ? committed.onComplete(trace::end) : committed;
    }

    /**
     * Returns whether the connection or the server failed or is too slow, which is no caller's fault; the statements may have
     * been executed.
     */
    static boolean isLost(Throwable cause) {
        return cause instanceof UnknownCommitException || SqlErrorKind.of(cause) == SqlErrorKind.OUTAGE;
    }

    private static boolean mayRepeat(Throwable cause) {
        return SqlErrorKind.of(cause) == SqlErrorKind.CONFLICT || isBroken(cause);
    }

    private static boolean isBroken(Throwable cause) {
        return isLost(cause)
                && !(cause instanceof TimeoutException)
                && !(cause instanceof NoConnectionException)
                && !(cause instanceof UnknownCommitException);
    }

    private Future<List<CallResult>> attempt(List<PendingCall> calls, BatchTrace trace) {
        var batch = CallBatch.of(calls, key -> !waits && known.contains(key));
        return connection.connection().compose(tx -> transact(tx, batch, trace.transaction()));
    }

    private Future<List<CallResult>> transact(SqlConnection tx, CallBatch batch, Span span) {
        var started = System.nanoTime();
        changes().begin(tx);
        return inTime(context.transaction().open(tx, batch, waits))
                .compose(firstRound -> decide(tx, batch, firstRound))
                .onSuccess(results -> context.metrics().committed(results.size(), System.nanoTime() - started))
                .recover(cause -> abandon(cause).compose(ignored -> Future.failedFuture(cause)))
                .onComplete(ended -> {
                    changes().discard(tx);
                    BatchTrace.end(span, ended);
                });
    }

    private Future<List<CallResult>> decide(SqlConnection tx, CallBatch batch, FirstRoundResult firstRound) {
        var writes = new BatchWrites(
                context.transaction().contacts().effects(), batch.isConcealed(), batch.isUpdateConcealed());
        var results = new BatchDecider(firstRound, writes, context.newContacts()).decide(batch);
        if (writes.isEmpty()) {
            // The locks on keys end with the transaction: the next call with one of them may come as soon as this one
            // is answered.
            var rolledBack = connection.rollBack();
            return batch.claims().isEmpty() ? Future.succeededFuture(results) : rolledBack.map(results);
        }
        return inTime(context.transaction().close(tx, writes, firstRound.reactions()))
                .recover(cause -> inquire(writes, cause))
                .onSuccess(ignored -> publishCommitted(tx, writes))
                .onSuccess(ignored -> batch.present().forEach(contact -> known.add(contact.key())))
                .map(results);
    }

    private <T> Future<T> inTime(Future<T> round) {
        return Timeouts.within(ROUND_DEADLINE, context.database().availability().untilSilence(round));
    }

    /**
     * Looks up a commit whose answer was lost. An error reported by PostgreSQL is a rollback; without an answer it may have
     * committed.
     */
    private Future<Void> inquire(BatchWrites writes, Throwable cause) {
        if (!isLost(cause)) {
            return Future.failedFuture(cause);
        }
        context.metrics().unknownCommit();
        connection.discard();
        return verifier.committed(writes.evidence())
                .compose(found ->
                        found ? Future.succeededFuture() : Future.failedFuture(new UnknownCommitException(cause)));
    }

    private void publishCommitted(SqlConnection tx, BatchWrites writes) {
        writes.effects().committed();
        var isNamed = writes.emails().size() <= MAX_NAMED;
        for (var email : writes.emails()) {
            var named = isNamed ? email.id().value() : null;
            changes().add(tx, email.project(), ChangeTopic.EMAIL, named);
        }
        changes().committed(tx);
        writes.queued().ifPresent(queued -> context.bus().publish(SendingMessages.QUEUED, queued));
    }

    private ChangeCollector changes() {
        return context.database().changes();
    }

    private Future<Void> abandon(Throwable cause) {
        if (isLost(cause)) {
            connection.discard();
            return Future.succeededFuture();
        }
        return connection.rollBack();
    }

    Future<Void> close() {
        return connection.close();
    }
}
