package io.godwit.billing;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;

/** The quota of an installation that bills. */
final class BillingQuota implements Quota {

    private final long free;
    private final QuotaStore store = new QuotaStore();

    /** @param free emails a month without a subscription; 0 for any number */
    BillingQuota(long free) {
        this.free = free;
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public Future<RemainingQuota> remainingQuota(SqlClient tx, Collection<ProjectId> projects) {
        return store.remainingQuota(tx, projects, free);
    }

    @Override
    public Future<Void> consume(SqlClient tx, List<AcceptedUsage> mail) {
        return mail.isEmpty() ? Future.succeededFuture() : store.consume(tx, mail, free);
    }
}
