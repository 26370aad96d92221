package io.godwit.billing;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;

/**
 * How much mail projects may still accept this month. Whoever accepts mail asks first what is left, refuses what does not fit,
 * and counts the rest last in the same transaction; where somebody else was quicker, that transaction fails like one that
 * clashed with another, and is begun anew with less left.
 */
public interface Quota {

    /** Nobody has a limit and nothing is counted. */
    Quota NONE = new Quota() {
        @Override
        public boolean counts() {
            return false;
        }

        @Override
        public Future<RemainingQuota> allowance(SqlClient tx, Collection<ProjectId> projects) {
            return Future.succeededFuture(RemainingQuota.unlimited());
        }

        @Override
        public Future<Void> consume(SqlClient tx, List<AcceptedUsage> mail) {
            return Future.succeededFuture();
        }
    };

    /**
     * Mail of a project that is accepted.
     *
     * @param units what is paid for: one for a mail, two for one with attachments
     */
    record AcceptedUsage(ProjectId project, QuotaCategory category, long mails, long units) {

        /** So many without attachments. */
        public static AcceptedUsage plain(ProjectId project, QuotaCategory category, long mails) {
            return new AcceptedUsage(project, category, mails, mails);
        }
    }

    /** Whether anything is counted at all; otherwise nobody need ask. */
    boolean counts();

    /** What is left for these projects, as of now: later it can only be less. */
    Future<RemainingQuota> allowance(SqlClient tx, Collection<ProjectId> projects);

    /**
     * Counts; the last statement before the commit. Issues it before it returns. Fails with SQLSTATE 40001 when a limit would be
     * overrun.
     */
    Future<Void> consume(SqlClient tx, List<AcceptedUsage> mail);
}
