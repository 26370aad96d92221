package io.godwit.sending;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.contacts.ContactDeletionListener;
import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.sending.content.ContentWriteStore;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Queues the emails of the API, of workflows and of campaigns in one outbox. Safe to use from any context. */
public final class Outbox implements ContactDeletionListener, UnsubscribeListener {

    /** The approximate bytes of attachments in one statement: a file is copied twice on its way to the socket. */
    private static final int BYTES_PER_STATEMENT = 1 << 20;

    private final OutboxStore store = new OutboxStore();
    private final ContentWriteStore contentStore = new ContentWriteStore();
    private final EmailDeletionStore deletions = new EmailDeletionStore();

    /** Contents known to be committed: their emails need no copy. {@code SharedContentId} says why a day is enough. */
    private final Cache<ContentId, Boolean> committed = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterWrite(Duration.ofDays(1))
            .build();

    /**
     * Writes contents, attachments, emails and outbox rows in the caller's transaction, one pipelined statement per table.
     * After the commit the caller publishes {@link SendingMessages#QUEUED}.
     */
    public Future<Void> enqueue(SqlClient tx, List<StoredContent> contents, List<NewEmail> emails) {
        var missing = contents.stream()
                .filter(content -> committed.getIfPresent(content.id()) == null)
                .toList();
        var parts = parts(missing);
        var written = new ArrayList<Future<Void>>();
        if (!missing.isEmpty()) {
            written.add(contentStore.insertContents(tx, missing));
        }
        written.add(store.insertEmails(tx, emails));
        written.add(store.insertOutbox(tx, emails));
        if (hasTraced(emails)) {
            written.add(store.insertTraces(tx, traced(emails)));
        }
        return Future.join(written).compose(ignored -> insert(tx, parts, 0));
    }

    private static boolean hasTraced(List<NewEmail> emails) {
        for (var email : emails) {
            if (email.trace().isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static List<NewEmail> traced(List<NewEmail> emails) {
        return emails.stream().filter(email -> email.trace().isPresent()).toList();
    }

    /** Commits the content on its own, so that many calls can share it; completes at once when it was committed before. */
    public Future<Void> share(SqlClient db, EmailContent content) {
        if (committed.getIfPresent(content.id()) != null) {
            return Future.succeededFuture();
        }
        return contentStore
                .insertContents(db, List.of(StoredContent.uncompressed(content)))
                .onSuccess(ignored -> committed.put(content.id(), Boolean.TRUE));
    }

    /**
     * Deletes the emails of contacts that are being deleted: outbox rows, attempts and log. A running attempt ends as one that
     * lost its lease.
     */
    @Override
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return deletions.delete(tx, tenant, contacts);
    }

    @Override
    public Future<Void> left(SqlClient tx, Tenant tenant, EmailId email) {
        return store.markUnsubscribed(tx, tenant, email);
    }

    private static List<ContentWriteStore.Part> parts(List<StoredContent> contents) {
        var parts = new ArrayList<ContentWriteStore.Part>();
        for (var stored : contents) {
            var content = stored.content();
            for (var position = 0; position < content.attachments().size(); position++) {
                parts.add(new ContentWriteStore.Part(
                        content, position, content.attachments().get(position)));
            }
        }
        return parts;
    }

    /** Inserts one statement after the other from {@code start} on: large parts must not be in flight twice. */
    private Future<Void> insert(SqlClient tx, List<ContentWriteStore.Part> parts, int start) {
        if (start == parts.size()) {
            return Future.succeededFuture();
        }
        var end = start;
        for (long bytes = 0; end < parts.size() && bytes < BYTES_PER_STATEMENT; end++) {
            bytes += parts.get(end).file().bytes().length;
        }
        var next = end;
        return contentStore
                .insertAttachments(tx, parts.subList(start, next))
                .compose(ignored -> insert(tx, parts, next));
    }
}
