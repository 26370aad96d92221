package io.godwit.billing;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;

/**
 * Limits the emails projects may accept in a month. A transaction that accepts emails asks for the allowance first, refuses
 * emails that do not fit, and counts the others with its last statement; when another transaction has used the allowance
 * meanwhile, that statement fails like a serialization conflict, and the transaction is repeated with less left.
 */
public interface Quota {

    /** The quota of an installation without billing: no limits, and nothing is counted. */
    Quota NONE = new Quota() {
        @Override
        public boolean counts() {
            return false;
        }

        @Override
        public Future<RemainingQuota> remainingQuota(SqlClient tx, Collection<ProjectId> projects) {
            return Future.succeededFuture(RemainingQuota.unlimited());
        }

        @Override
        public Future<Void> consume(SqlClient tx, List<AcceptedUsage> mail) {
            return Future.succeededFuture();
        }
    };

    /**
     * Accepted emails of a project.
     *
     * @param units the units charged: one for an email, two for one with attachments
     */
    record AcceptedUsage(ProjectId project, QuotaCategory category, long emails, long units) {

        /** The usage of emails without attachments. */
        public static AcceptedUsage plain(ProjectId project, QuotaCategory category, long emails) {
            return new AcceptedUsage(project, category, emails, emails);
        }
    }

    /** True when emails are counted; otherwise the other methods need not be called. */
    boolean counts();

    /** The remaining quota of these projects, as of now: later it can only be less. */
    Future<RemainingQuota> remainingQuota(SqlClient tx, Collection<ProjectId> projects);

    /**
     * Counts accepted emails. The last statement before the commit; issued before this method returns. Fails with SQLSTATE
     * 40001 when a limit would be exceeded.
     */
    Future<Void> consume(SqlClient tx, List<AcceptedUsage> mail);
}
