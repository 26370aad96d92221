package io.godwit.inbound.received;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.content.ContentWriteStore;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.godwit.sending.log.ReceivedDetail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Files received emails in the log beside sent ones, so that a contact has one history. Safe to share between threads. */
public final class ReceivedEmailLog implements ReceivedDetail.Lookup {

    private final ContentWriteStore contents = new ContentWriteStore();
    private final ReceivedEmailStore received = new ReceivedEmailStore();

    /**
     * Files the email in the caller's transaction; completes with true when it is new, and then the caller appends the event.
     * An email that one SES rule announces by its header and another delivers whole is filed once, whichever comes first.
     */
    public Future<Boolean> file(SqlClient tx, ReceivedEmail email) {
        return received.findCopy(tx, email).compose(copy -> {
            if (copy.isEmpty()) {
                return write(tx, email, content -> received.insert(tx, email, content))
                        .map(true);
            }
            return email.contentMissing().isPresent()
                    ? Future.succeededFuture(false)
                    : write(tx, email, content -> received.complete(tx, copy.get(), email, content))
                            .map(false);
        });
    }

    /** Writes the content, and then the rows that refer to it. */
    private Future<Void> write(SqlClient tx, ReceivedEmail email, Function<UUID, Future<Void>> next) {
        var content = new EmailContent(
                email.project(),
                new ContentId(Ids.next()),
                email.subject(),
                email.html(),
                email.from(),
                email.replyTo(),
                email.headers(),
                email.attachments());
        return contents.insertContents(tx, List.of(StoredContent.uncompressed(content)))
                .compose(ignored -> attach(tx, content))
                .compose(ignored -> next.apply(content.id().value()));
    }

    /** Returns the first of these emails that the project has sent, if any. */
    public Future<Optional<EmailId>> answered(SqlClient db, ProjectId project, List<EmailId> named) {
        return named.isEmpty() ? Future.succeededFuture(Optional.empty()) : received.answered(db, project, named);
    }

    @Override
    public Future<Optional<ReceivedDetail>> find(SqlClient db, Tenant tenant, EmailId id) {
        return received.find(db, tenant, id);
    }

    /** Completes with whether the contact has sent at least {@code often} emails within the last hour. */
    public Future<Boolean> isOften(SqlClient db, ProjectId project, ContactId contact, int often) {
        return received.recent(db, project, contact).map(count -> count >= often);
    }

    private Future<Void> attach(SqlClient tx, EmailContent content) {
        var attached = Future.<Void>succeededFuture();
        for (var at = 0; at < content.attachments().size(); at++) {
            var part = new ContentWriteStore.Part(
                    content, at, content.attachments().get(at));
            attached = attached.compose(ignored -> contents.insertAttachments(tx, new ArrayList<>(List.of(part))));
        }
        return attached;
    }
}
