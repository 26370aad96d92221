package io.godwit.systemmail;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Reads and inserts the rows of the system project, which the platform's own emails are sent in. */
final class SystemProjectStore {

    private SystemProjectStore() {}

    static Future<Boolean> hasDomain(SqlClient db, ProjectId project, String domain) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM domains WHERE project_id = $1 AND domain = $2)")
                .execute(Tuple.of(project.value(), domain))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** The contact of a recipient; inserted with the first email to it. */
    static Future<ContactId> contact(SqlClient tx, ProjectId project, EmailAddress email) {
        return tx.preparedQuery("""
                        INSERT INTO contacts (project_id, id, email, subscribed) VALUES ($1, $2, $3, false)
                        ON CONFLICT (project_id, email) DO UPDATE SET email = excluded.email
                        RETURNING id
                        """)
                .execute(Tuple.of(project.value(), Ids.next(), email.value()))
                .map(rows -> new ContactId(rows.iterator().next().getUUID(0)));
    }

    /**
     * Moves a queued notice to the lane that is not served while emails are on hold after a restore. Keeps the hold from ending
     * before the transaction does, so that the release finds the notice.
     */
    static Future<Void> holdNotice(SqlClient tx, ProjectId project, EmailId email) {
        return tx.preparedQuery("""
                        WITH hold AS MATERIALIZED (SELECT only_row FROM email_hold FOR KEY SHARE)
                        UPDATE outbox SET lane = 3 WHERE project_id = $1 AND email_id = $2 AND EXISTS (SELECT FROM hold)
                        """)
                .execute(Tuple.of(project.value(), email.value()))
                .mapEmpty();
    }

    /**
     * Has the queued email sent although an earlier one to the address came back. Nobody else could lift that suppression, and the
     * address would not get another email to sign in with.
     */
    static Future<Void> liftSuppression(SqlClient tx, ProjectId project, EmailAddress email) {
        return tx.preparedQuery("DELETE FROM suppressions WHERE project_id = $1 AND email = $2 AND reason = 'BOUNCE'")
                .execute(Tuple.of(project.value(), email.value()))
                .mapEmpty();
    }

    static Future<Void> insertProject(SqlClient tx, ProjectId project) {
        return tx.preparedQuery("""
                        INSERT INTO projects (id, name, tracking) VALUES ($1, 'Godwit', 'DISABLED')
                        ON CONFLICT (id) DO NOTHING
                        """).execute(Tuple.of(project.value())).mapEmpty();
    }
}
