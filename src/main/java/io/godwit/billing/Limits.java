package io.godwit.billing;

import io.godwit.core.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;

/** The quota of an installation that bills. */
final class Limits implements Quota {

    private final long free;
    private final LimitStore store = new LimitStore();

    /** @param free mails a month without a subscription; 0 for any number */
    Limits(long free) {
        this.free = free;
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public Future<Allowance> allowance(SqlClient tx, Collection<ProjectId> projects) {
        return store.allowance(tx, projects, free);
    }

    @Override
    public Future<Void> take(SqlClient tx, List<Taken> mail) {
        return mail.isEmpty() ? Future.succeededFuture() : store.take(tx, mail, free);
    }
}
