package io.godwit.ingest;

import io.godwit.billing.Allowance;
import io.godwit.billing.Category;
import io.godwit.billing.Quota;
import io.godwit.billing.Quota.Taken;
import io.godwit.contacts.Contacts;
import io.godwit.core.ContentId;
import io.godwit.events.Events;
import io.godwit.sending.Content;
import io.godwit.sending.Outbox;
import io.godwit.web.IdempotencyKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables a batch reads and writes, in two rounds of statements. Within a round nothing waits for an answer: the
 * statements travel together and PostgreSQL works them off in order, so a transaction costs two round trips.
 */
public record Ledger(Contacts contacts, Events events, Outbox outbox, IdempotencyKeys keys, Quota quota) {

    private static final ProjectStore PROJECTS = new ProjectStore();

    /** What the first round has found beside the contacts. */
    record Opening(ProjectStore.Standing standing, Claims claims, Allowance allowance) {}

    /**
     * Opens the transaction, takes the idempotency keys, inserts missing contacts, locks the others, and tells the batch.
     *
     * @param patient whether to wait for contacts that others hold
     */
    Future<Opening> open(SqlConnection tx, Batch batch, boolean patient) {
        var wanted = batch.wanted();
        var began = tx.query("BEGIN").execute();
        var claims = Claims.take(keys, tx, batch.claims());
        var standing = PROJECTS.standing(tx, batch.projects());
        var inserted = contacts.insertMissing(tx, wanted);
        var located = contacts.lock(tx, wanted, patient);
        var allowance = allowance(tx, batch);
        return began.compose(begun -> claims)
                .compose(taken -> standing)
                .compose(known -> inserted)
                .compose(ids -> located.onSuccess(found -> batch.held(ids, found)))
                .compose(held -> allowance)
                .map(left -> new Opening(standing.result(), claims.result(), left));
    }

    /** Only those who send are asked about. */
    private Future<Allowance> allowance(SqlClient tx, Batch batch) {
        var senders = batch.senders();
        return quota.counts() && !senders.isEmpty()
                ? quota.allowance(tx, senders)
                : Future.succeededFuture(Allowance.unlimited());
    }

    /**
     * Writes and commits. A COMMIT behind a failed statement rolls back and says so only in a tag the driver does not show:
     * the batch is committed when every statement of the round has succeeded.
     */
    Future<Void> close(SqlConnection tx, Writes writes) {
        var statements = new ArrayList<Future<?>>();
        if (!writes.changed().isEmpty()) {
            statements.add(contacts.update(tx, writes.changed()));
        }
        if (!writes.unwanted().isEmpty()) {
            statements.add(contacts.takeBack(tx, writes.unwanted()));
        }
        if (!writes.events().isEmpty()) {
            statements.add(events.append(tx, writes.events()));
        }
        if (!writes.consequences().isEmpty()) {
            statements.add(contacts.settle(tx, writes.consequences()));
        }
        if (!writes.kept().isEmpty()) {
            statements.add(keys.keep(tx, writes.kept()));
        }
        return enqueue(tx, writes, statements).compose(ready -> {
            if (quota.counts() && !writes.emails().isEmpty()) {
                statements.add(quota.take(tx, taken(writes)));
            }
            return commit(tx, statements);
        });
    }

    private static List<Taken> taken(Writes writes) {
        var heavy = writes.contents().stream()
                .filter(content -> !content.attachments().isEmpty())
                .map(Content::id)
                .collect(Collectors.<ContentId>toSet());
        return writes.emails().stream()
                .map(email ->
                        new Taken(email.project(), Category.TRANSACTIONAL, 1, heavy.contains(email.content()) ? 2 : 1))
                .toList();
    }

    /** Attachments travel one statement after the other, so they have to be over before COMMIT is sent. */
    private Future<Void> enqueue(SqlClient tx, Writes writes, List<Future<?>> statements) {
        if (writes.emails().isEmpty()) {
            return Future.succeededFuture();
        }
        var contents = writes.contents();
        var queued = outbox.enqueue(tx, contents, writes.emails());
        statements.add(queued);
        return contents.stream().map(Content::attachments).allMatch(List::isEmpty) ? Future.succeededFuture() : queued;
    }

    private static Future<Void> commit(SqlConnection tx, List<Future<?>> statements) {
        statements.add(tx.query("COMMIT").execute());
        return first(statements, 0);
    }

    /** The first failure in the order of the statements is the cause of those behind it. */
    private static Future<Void> first(List<Future<?>> statements, int at) {
        return at == statements.size()
                ? Future.succeededFuture()
                : statements.get(at).compose(done -> first(statements, at + 1));
    }
}
