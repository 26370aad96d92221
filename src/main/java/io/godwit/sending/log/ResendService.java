package io.godwit.sending.log;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.bus.Bus;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.sending.EmailSource;
import io.godwit.sending.EmailStatus;
import io.godwit.sending.Outbox;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.content.StoredContent;
import io.godwit.sending.rendering.ContentStore;
import io.godwit.templates.SenderVerifier;
import io.godwit.web.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/** Sends emails of the log again. */
final class ResendService {

    private final Bus bus;
    private final Outbox outbox;
    private final SenderVerifier senders;
    private final Quota quota;
    private final ContentStore contents;

    /** @param workers decompress large contents */
    ResendService(Bus bus, Outbox outbox, SenderVerifier senders, Quota quota, WorkerExecutor workers) {
        this.bus = bus;
        this.outbox = outbox;
        this.senders = senders;
        this.quota = quota;
        this.contents = new ContentStore(workers);
    }

    /** The response to a resend: the new email, which can be looked up in the log. */
    record Resent(String id, String contactId, String to, EmailStatus status, String resentFrom) {}

    /**
     * Fails with {@code CONFLICT} for a received email, and with {@code FORBIDDEN} when the project may no longer send from the
     * email's sender.
     */
    Future<LoggedEmail> permitted(Tenant tenant, LoggedEmail email) {
        if (email.isInbound()) {
            return Future.failedFuture(Failure.of(Kind.CONFLICT, "The email came in; it was never sent"));
        }
        return email.summary()
                .from()
                .flatMap(EmailAddress::parse)
                .map(sender -> senders.requireVerified(tenant, sender).map(email))
                .orElseGet(() -> Future.succeededFuture(email));
    }

    /**
     * Queues the new email. Fails with {@code CONFLICT} when the email cannot be sent again unchanged, with
     * {@code BILLING_LIMIT_EXCEEDED} beyond the limit.
     */
    Future<ApiResponse> write(SqlClient tx, Tenant tenant, LoggedEmail email, String requestId) {
        ResentEmail.requirePossible(email);
        return contents.load(tx, List.of(new ContentStore.Key(tenant.project(), email.content())))
                .map(found -> Optional.ofNullable(found.get(email.content())).orElseThrow(ResendService::emailDeleted))
                .map(content -> ResentEmail.of(tenant, email, content, requestId))
                .compose(resent -> counted(tx, tenant, resent).map(ignored -> ApiResponse.created(resent(resent))));
    }

    private Future<Void> counted(SqlClient tx, Tenant tenant, ResentEmail resent) {
        var project = tenant.project();
        var units = resent.content().hasAttachments() ? 2 : 1;
        return quota.remainingQuota(tx, List.of(project))
                .compose(quota -> quota.reserve(project, QuotaCategory.TRANSACTIONAL, 1)
                        .<Future<Void>>map(Future::failedFuture)
                        .orElseGet(() -> outbox.enqueue(
                                tx, List.of(StoredContent.uncompressed(resent.content())), List.of(resent.email()))))
                .compose(ignored ->
                        quota.consume(tx, List.of(new AcceptedUsage(project, QuotaCategory.TRANSACTIONAL, 1, units))));
    }

    /** Publishes {@link SendingMessages#QUEUED}, after the commit. */
    void publishQueued(Tenant tenant) {
        var lane = new Lane(tenant.project().value(), EmailSource.TRANSACTIONAL.lane());
        bus.publish(SendingMessages.QUEUED, new Queued(List.of(lane)));
    }

    private static Resent resent(ResentEmail resent) {
        var email = resent.email();
        return new Resent(
                email.id().toString(),
                email.contact().toString(),
                email.to().value(),
                EmailStatus.PENDING,
                resent.original().toString());
    }

    private static Failure emailDeleted() {
        return Failure.of(Kind.CONFLICT, "The content of the email is gone");
    }
}
