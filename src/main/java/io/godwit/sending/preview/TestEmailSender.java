package io.godwit.sending.preview;

import io.godwit.billing.Quota;
import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.bus.Bus;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.EmailSource;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * Sends test emails of campaigns, templates and drafts. They are sent and rendered like any other email, under the subject
 * {@code [TEST] …}, and count in no statistics. A project may send only twenty an hour, because nobody has agreed to get them.
 */
public final class TestEmailSender {

    private static final int AN_HOUR = 20;

    private final Bus bus;
    private final Quota quota;
    private final TestEmailStore store = new TestEmailStore();

    public TestEmailSender(Bus bus, Quota quota) {
        this.bus = bus;
        this.quota = quota;
    }

    /**
     * Fails with {@code RATE_LIMIT_EXCEEDED} beyond twenty an hour, with {@code BILLING_LIMIT_EXCEEDED} beyond the month's limit.
     */
    public Future<EmailId> write(SqlClient tx, Tenant tenant, TestEmail test, EmailAddress to, String requestId) {
        var email = new EmailId(Ids.next());
        return store.recent(tx, tenant, AN_HOUR)
                .map(recent -> {
                    if (recent.count() >= AN_HOUR) {
                        throw Failure.later(
                                Kind.RATE_LIMIT_EXCEEDED,
                                "A project gets " + AN_HOUR + " test emails an hour",
                                recent.freeInSeconds());
                    }
                    return recent;
                })
                .compose(ignored -> quota.remainingQuota(tx, List.of(tenant.project())))
                .compose(quota -> quota.reserve(tenant.project(), QuotaCategory.TRANSACTIONAL, 1)
                        .<Future<Void>>map(Future::failedFuture)
                        .orElseGet(Future::succeededFuture))
                .compose(ignored -> store.write(tx, tenant, test, email, new ContentId(Ids.next()), to, requestId))
                .compose(ignored -> quota.consume(
                        tx, List.of(AcceptedUsage.plain(tenant.project(), QuotaCategory.TRANSACTIONAL, 1))))
                .map(email);
    }

    /** Publishes that a test was queued, after the commit; see {@link SendingMessages#QUEUED}. */
    public void publishQueued(Tenant tenant) {
        var lane = new Lane(tenant.project().value(), EmailSource.TRANSACTIONAL.lane());
        bus.publish(SendingMessages.QUEUED, new Queued(List.of(lane)));
    }
}
