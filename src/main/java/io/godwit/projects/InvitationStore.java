package io.godwit.projects;

import io.godwit.accounts.OneTimeToken;
import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.projects.audit.Actor;
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

    /** Inserts an invitation, or replaces the one to the same address, whose link is void then. */
    private static final String INSERT = """
            INSERT INTO invitations (project_id, id, email, role, hash, invited_by, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
            ON CONFLICT (project_id, email) DO UPDATE
               SET role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
                   created_at = now(), expires_at = excluded.expires_at
            RETURNING *
            """;

    /** Changes the role and leaves the link as it is. */
    private static final String RENEW = """
            UPDATE invitations SET role = $3
             WHERE project_id = $1 AND email = $2 AND created_at > now() - interval '1 day' AND expires_at > now()
            """;

    /** Invitations to an address, except those of projects that are being deleted. */
    private static final String OFFERED = """
            SELECT invitations.*, projects.name AS project
              FROM invitations JOIN projects ON projects.id = project_id
             WHERE email = $1 AND expires_at > now() AND wiping IS DISTINCT FROM 'DELETE'
             ORDER BY invitations.created_at, invitations.id
             LIMIT 100
            """;

    private static final String ACCEPT = """
            DELETE FROM invitations USING projects
             WHERE projects.id = project_id AND invitations.id = $1 AND email = $2 AND expires_at > now()
               AND wiping IS DISTINCT FROM 'DELETE'
            RETURNING invitations.*
            """;

    /** An invitation with the name of its project, as it is shown to the invited user. */
    record OpenInvitation(Invitation invitation, String project) {}

    Future<Invitation> insert(
            SqlClient tx,
            Tenant tenant,
            Actor actor,
            EmailAddress email,
            MemberRole role,
            OneTimeToken token,
            Duration time) {
        return tx.preparedQuery(INSERT)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(tenant.project().value(), Ids.next(), email.value(), role.name(), token.hash())
                        .addValue(actor.user()
                                .map(SignedIn::user)
                                .map(user -> user.value())
                                .orElse(null))
                        .addDouble(Columns.seconds(time)))
                .map(rows -> rows.iterator().next());
    }

    /** Changes the role of an invitation of the last day; false when there is none. */
    Future<Boolean> renew(SqlClient tx, Tenant tenant, EmailAddress email, MemberRole role) {
        return tx.preparedQuery(RENEW)
                .execute(Tuple.of(tenant.project().value(), email.value(), role.name()))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Lists the invitations to an address from all projects, oldest first. */
    Future<List<OpenInvitation>> offered(SqlClient db, EmailAddress email) {
        return db.preparedQuery(OFFERED)
                .mapping(InvitationStore::openInvitation)
                .execute(Tuple.of(email.value()))
                .map(rows -> rows.stream().toList());
    }

    /** Deletes an invitation to this address and completes with it; empty when there is none. */
    Future<Optional<Invitation>> consume(SqlClient tx, UUID invitation, EmailAddress email) {
        return tx.preparedQuery(ACCEPT)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(invitation, email.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Lists the invitations of a project that have not expired, oldest first. */
    Future<List<Invitation>> all(SqlClient db, Tenant tenant) {
        return db.preparedQuery("""
                        SELECT * FROM invitations WHERE project_id = $1 AND expires_at > now() ORDER BY created_at, id
                        """)
                .mapping(InvitationStore::invitation)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().toList());
    }

    /** Deletes an invitation and completes with its address; empty when there was none. */
    Future<Optional<String>> delete(SqlClient tx, Tenant tenant, UUID invitation) {
        return tx.preparedQuery("DELETE FROM invitations WHERE project_id = $1 AND id = $2 RETURNING email")
                .execute(Tuple.of(tenant.project().value(), invitation))
                .map(rows -> rows.stream().findFirst().map(row -> row.getString(0)));
    }

    /**
     * Finds the invitation of a link, unless its project is being deleted; empty for a link that is unknown, used or
     * expired.
     */
    Future<Optional<OpenInvitation>> find(SqlClient db, OneTimeToken token) {
        return db.preparedQuery("""
                        SELECT invitations.*, projects.name AS project
                          FROM invitations JOIN projects ON projects.id = project_id
                         WHERE hash = $1 AND expires_at > now() AND wiping IS DISTINCT FROM 'DELETE'
                        """)
                .mapping(InvitationStore::openInvitation)
                .execute(Tuple.of(token.hash()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Deletes the invitation of a link; false when another request did. */
    Future<Boolean> use(SqlClient tx, OneTimeToken token) {
        return tx.preparedQuery("DELETE FROM invitations WHERE hash = $1 AND expires_at > now()")
                .execute(Tuple.of(token.hash()))
                .map(rows -> rows.rowCount() == 1);
    }

    private static OpenInvitation openInvitation(Row row) {
        return new OpenInvitation(invitation(row), row.getString("project"));
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
