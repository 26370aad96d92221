package io.godwit.billing;

import io.godwit.billing.LimitNoticeStore.NearLimit;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.ProjectMailer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Locale;
import java.util.Map;

/**
 * Writes to the owners and administrators of projects whose limit is nearly or fully used: once for each limit, because the
 * email and the mark are written in one transaction.
 */
final class LimitNotifier {

    private static final String WARNING = """
            <p>Hello,</p>
            <p>your project {{project}} has used {{used}} of the {{cap}} {{what}} it may send this month. Beyond the limit,
            mail is refused.</p>
            """;

    private static final String REACHED = """
            <p>Hello,</p>
            <p>your project {{project}} has used all of the {{cap}} {{what}} it may send this month. Further mail is refused
            until the limit is raised, or the next month begins (UTC).</p>
            """;

    private static final String RECEIVED_WARNING = """
            <p>Hello,</p>
            <p>your project {{project}} has received {{used}} of the {{cap}} emails it may receive this month. Beyond the limit,
            mail to its addresses is not filed and is lost, and nobody is told.</p>
            """;

    private static final String RECEIVED_REACHED = """
            <p>Hello,</p>
            <p>your project {{project}} has received all of the {{cap}} emails it may receive this month. Further mail to its
            addresses is not filed and is lost until the limit is raised, or the next month begins (UTC).</p>
            """;

    private final Database database;
    private final ProjectMailer mailer;
    private final LimitNoticeStore store = new LimitNoticeStore();

    LimitNotifier(Database database, ProjectMailer mailer) {
        this.database = database;
        this.mailer = mailer;
    }

    /** Writes the email of one notice. */
    Future<Next> next() {
        return database.workerTransaction(tx -> store.claim(tx)
                        .compose(found -> found.map(near -> write(tx, near).map(Next.MORE))
                                .orElseGet(() -> Future.succeededFuture(Next.IDLE))))
                .onSuccess(next -> {
                    if (next == Next.MORE) {
                        mailer.wakeSenders();
                    }
                });
    }

    private Future<Void> write(SqlClient tx, NearLimit near) {
        var what = near.category().equals("ALL")
                ? "emails without a subscription"
                : "emails of the category " + near.category().toLowerCase(Locale.ROOT);
        return mailer.write(
                tx,
                Tenant.system(near.project()),
                near.reached() ? "Your limit of the month is reached" : "Your limit of the month is near",
                text(near),
                Map.of("used", String.valueOf(near.used()), "cap", String.valueOf(near.cap()), "what", what));
    }

    private static String text(NearLimit near) {
        if (near.category().equals(QuotaCategory.INBOUND.name())) {
            return near.reached() ? RECEIVED_REACHED : RECEIVED_WARNING;
        }
        return near.reached() ? REACHED : WARNING;
    }
}
