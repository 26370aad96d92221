package io.godwit.ingest;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.billing.RemainingQuota;
import io.godwit.contacts.BatchContact;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactBatchWriter.NewContact;
import io.godwit.core.id.ContentId;
import io.godwit.events.EventAppender;
import io.godwit.events.ReactionCheck;
import io.godwit.sending.Outbox;
import io.godwit.sending.content.StoredContent;
import io.godwit.web.idempotency.IdempotencyService;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and writes the tables of a batch, in two rounds of statements. Within a round no statement waits for an answer: they
 * are pipelined and PostgreSQL executes them in order, so a transaction costs two round trips.
 */
public record BatchTransaction(
        ContactBatchWriter contacts, EventAppender events, Outbox outbox, IdempotencyService keys, Quota quota) {

    private static final ProjectCheckStore PROJECTS = new ProjectCheckStore();

    /** The results of the first round beside the contacts. */
    record FirstRoundResult(
            ProjectCheckStore.ProjectChecks checks,
            BatchIdempotency idempotency,
            ReactionCheck reactions,
            RemainingQuota quota) {}

    /**
     * Opens the transaction, claims the idempotency keys, looks up reactions to the events, inserts missing contacts, locks the
     * others, and passes them to the batch.
     *
     * @param waits whether to wait for contacts that other transactions have locked
     */
    Future<FirstRoundResult> open(SqlConnection tx, CallBatch batch, boolean waits) {
        var began = tx.query("BEGIN").execute();
        var claims = BatchIdempotency.claim(keys, tx, batch.claims());
        var checks = PROJECTS.projectChecks(tx, batch.projects());
        var reactions = events.checkReactions(tx, batch.eventNames());
        var lockedContacts = lockContacts(tx, batch, waits);
        var quota = remainingQuota(tx, batch);
        return began.compose(ignored -> claims)
                .compose(ignored -> checks)
                .compose(ignored -> reactions)
                .compose(ignored -> lockedContacts)
                .compose(ignored -> quota)
                .map(left -> new FirstRoundResult(checks.result(), claims.result(), reactions.result(), left));
    }

    /**
     * Inserts those of the contacts that are perhaps not there, locks those that probably are, and then those of the former that
     * were there after all, by a statement whose newer snapshot sees what others have just inserted. A contact that was believed
     * to be there and is not, like one that another transaction holds, stays unlocked, and its calls go to the slow queue. Inserts
     * come first, because they may wait for another transaction, which in turn must not wait for a lock of this one. Concealed
     * contacts are inserted and locked in any case; the lock finds none that this transaction has inserted.
     */
    private Future<Void> lockContacts(SqlClient tx, CallBatch batch, boolean waits) {
        var maybeMissing = batch.maybeMissing();
        var inserted = maybeMissing.isEmpty()
                ? Future.<Void>succeededFuture()
                : contacts.insertMissing(tx, wanted(maybeMissing))
                        .onSuccess(ids -> BatchContact.inserted(maybeMissing, ids))
                        .<Void>mapEmpty();
        var lockedContacts = lock(tx, batch.probablyThere(), waits);
        var lockedConcealed = waits ? Future.<Void>succeededFuture() : lock(tx, batch.concealed(), false);
        return inserted.compose(ignored -> lockedContacts)
                .compose(ignored -> lockedConcealed)
                .compose(ignored -> lock(tx, batch.lockedLast(waits), waits));
    }

    private Future<Void> lock(SqlClient tx, List<BatchContact> slots, boolean waits) {
        return slots.isEmpty()
                ? Future.succeededFuture()
                : contacts.lock(tx, wanted(slots), waits)
                        .onSuccess(locks -> locks.forEach(
                                found -> slots.get(found.position()).found(found.contact())))
                        .mapEmpty();
    }

    private static List<NewContact> wanted(List<BatchContact> slots) {
        return slots.stream().map(BatchContact::wanted).toList();
    }

    /** Looks up the remaining quota, of projects with send calls only. */
    private Future<RemainingQuota> remainingQuota(SqlClient tx, CallBatch batch) {
        var senders = batch.senders();
        return quota.counts() && !senders.isEmpty()
                ? quota.remainingQuota(tx, senders)
                : Future.succeededFuture(RemainingQuota.unlimited());
    }

    /**
     * Writes and commits. Fails with a {@code CONFLICT}, and writes nothing, when something has begun to react to an event since the
     * first round. A COMMIT after a failed statement rolls back and says so only in a tag the driver does not show: the
     * batch is committed when every statement of the round has succeeded.
     */
    Future<Void> close(SqlConnection tx, BatchWrites writes, ReactionCheck reactions) {
        var statements = new ArrayList<Future<?>>();
        if (!writes.changed().isEmpty() || writes.isUpdateConcealed()) {
            statements.add(contacts.update(tx, writes.changed()));
        }
        if (!writes.refusedContacts().isEmpty()) {
            statements.add(contacts.deleteInserted(tx, writes.refusedContacts()));
        }
        if (!writes.events().isEmpty()) {
            statements.add(events.append(tx, writes.events(), reactions));
        }
        if (!writes.effects().isEmpty() || writes.areCountsConcealed()) {
            statements.add(contacts.writeEffects(tx, writes.effects(), writes.areCountsConcealed()));
        }
        if (!writes.storedResponses().isEmpty()) {
            statements.add(keys.storeResponses(tx, writes.storedResponses()));
        }
        return enqueue(tx, writes, statements).compose(ignored -> {
            if (quota.counts() && !writes.emails().isEmpty()) {
                statements.add(quota.consume(tx, usages(writes)));
            }
            return commit(tx, statements);
        });
    }

    private static List<AcceptedUsage> usages(BatchWrites writes) {
        var heavy = writes.contents().stream()
                .filter(stored -> stored.content().hasAttachments())
                .map(StoredContent::id)
                .collect(Collectors.<ContentId>toSet());
        return writes.emails().stream()
                .map(email -> new AcceptedUsage(
                        email.project(), QuotaCategory.TRANSACTIONAL, 1, heavy.contains(email.content()) ? 2 : 1))
                .toList();
    }

    /**
     * Queues emails. Attachments are sent one statement after the other, so they have to be complete before COMMIT is sent.
     */
    private Future<Void> enqueue(SqlClient tx, BatchWrites writes, List<Future<?>> statements) {
        if (writes.emails().isEmpty()) {
            return Future.succeededFuture();
        }
        var contents = writes.contents();
        var queued = outbox.enqueue(tx, contents, writes.emails());
        statements.add(queued);
        return contents.stream()
                        .allMatch(stored -> stored.content().attachments().isEmpty())
                ? Future.succeededFuture()
                : queued;
    }

    private static Future<Void> commit(SqlConnection tx, List<Future<?>> statements) {
        statements.add(tx.query("COMMIT").execute());
        return first(statements, 0);
    }

    /** Returns the first failure in the order of the statements, which is the cause of the later ones. */
    private static Future<Void> first(List<Future<?>> statements, int at) {
        return at == statements.size()
                ? Future.succeededFuture()
                : statements.get(at).compose(ignored -> first(statements, at + 1));
    }
}
