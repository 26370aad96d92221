package io.godwit.projects;

import io.godwit.accounts.OneTimeToken;
import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The {@code invitations} table. */
final class InvitationStore {

    /** Whoever is asked again gets a new link, and the old one is dead. */
    private static final String ASK = """
            INSERT INTO invitations (project_id, id, email, role, hash, invited_by, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
            ON CONFLICT (project_id, email) DO UPDATE
               SET role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
                   created_at = now(), expires_at = excluded.expires_at
            RETURNING *
            """;

    /** Leaves the link, and so the mail, as it is. */
    private static final String RENEW = """
            UPDATE invitations SET role = $3
             WHERE project_id = $1 AND email = $2 AND created_at > now() - interval '1 day' AND expires_at > now()
            """;

    /** Not of projects that are going. */
    private static final String OFFERED = """
            SELECT invitations.*, projects.name AS project
              FROM invitations JOIN projects ON projects.id = project_id
             WHERE email = $1 AND expires_at > now() AND wiping IS DISTINCT FROM 'DELETE'
             ORDER BY invitations.created_at, invitations.id
             LIMIT 100
            """;

    private static final String TAKE = """
            DELETE FROM invitations USING projects
             WHERE projects.id = project_id AND invitations.id = $1 AND email = $2 AND expires_at > now()
               AND wiping IS DISTINCT FROM 'DELETE'
            RETURNING invitations.*
            """;

    /** An invitation as the invited person sees it. */
    record OpenInvitation(Invitation invitation, String project) {}

    Future<Invitation> ask(
            SqlClient tx,
            Tenant tenant,
            Actor actor,
            EmailAddress email,
            MemberRole role,
            OneTimeToken token,
            Duration time) {
        return tx.preparedQuery(ASK)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(tenant.project().value(), Ids.next(), email.value(), role.name(), token.hash())
                        .addValue(actor.user()
                                .map(SignedIn::user)
                                .map(user -> user.value())
                                .orElse(null))
                        .addDouble((double) time.toSeconds()))
                .map(rows -> rows.iterator().next());
    }

    /** Gives an invitation of the last day another role; false when there is none. */
    Future<Boolean> renew(SqlClient tx, Tenant tenant, EmailAddress email, MemberRole role) {
        return tx.preparedQuery(RENEW)
                .execute(Tuple.of(tenant.project().value(), email.value(), role.name()))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Those of any projects to an address, oldest first. */
    Future<List<OpenInvitation>> offered(SqlClient db, EmailAddress email) {
        return db.preparedQuery(OFFERED)
                .mapping(row -> new OpenInvitation(invitation(row), row.getString("project")))
                .execute(Tuple.of(email.value()))
                .map(rows -> rows.stream().toList());
    }

    /** Uses one up that is to this address; empty when there is none. */
    Future<Optional<Invitation>> consume(SqlClient tx, UUID invitation, EmailAddress email) {
        return tx.preparedQuery(TAKE)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(invitation, email.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Oldest first, those alone that still open. */
    Future<List<Invitation>> all(SqlClient db, Tenant tenant) {
        return db.preparedQuery("""
                        SELECT * FROM invitations WHERE project_id = $1 AND expires_at > now() ORDER BY created_at, id
                        """)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().toList());
    }

    /** The address of the one that is gone now; empty when there was none. */
    Future<Optional<String>> delete(SqlClient tx, Tenant tenant, UUID invitation) {
        return tx.preparedQuery("DELETE FROM invitations WHERE project_id = $1 AND id = $2 RETURNING email")
                .execute(Tuple.of(tenant.project().value(), invitation))
                .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
    }

    /** The one a link opens, not of a project that is going; empty for one that is unknown, used or expired. */
    Future<Optional<Invitation>> find(SqlClient db, OneTimeToken token) {
        return db.preparedQuery("""
                        SELECT invitations.* FROM invitations JOIN projects ON projects.id = project_id
                         WHERE hash = $1 AND expires_at > now() AND wiping IS DISTINCT FROM 'DELETE'
                        """)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(token.hash()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Uses it up; false when somebody else did. */
    Future<Boolean> use(SqlClient tx, OneTimeToken token) {
        return tx.preparedQuery("DELETE FROM invitations WHERE hash = $1 AND expires_at > now()")
                .execute(Tuple.of(token.hash()))
                .map(rows -> rows.rowCount() == 1);
    }

    private static Invitation invitation(Row row) {
        return new Invitation(
                new ProjectId(row.getUUID("project_id")),
                row.getUUID("id"),
                new EmailAddress(row.getString("email")),
                MemberRole.valueOf(row.getString("role")),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("expires_at").toInstant());
    }
}
