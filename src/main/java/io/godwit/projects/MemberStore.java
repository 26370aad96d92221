package io.godwit.projects;

import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.KeyScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The {@code memberships} table. */
final class MemberStore {

    private static final String GRANT = """
            SELECT role, disabled, requests_per_minute, keys_version
              FROM memberships JOIN projects ON projects.id = memberships.project_id
             WHERE memberships.project_id = $1 AND user_id = $2
            """;

    private static final String MEMBERS = """
            SELECT user_id, email, email_verified, role, memberships.created_at
              FROM memberships JOIN users ON users.id = memberships.user_id
             WHERE project_id = $1
            """;

    /**
     * A member of a project.
     *
     * @param verified true: the member has verified the address
     */
    record Member(UserId user, String email, boolean verified, MemberRole role, Instant createdAt) {

        Member as(MemberRole other) {
            return new Member(user, email, verified, other, createdAt);
        }
    }

    /** Finds the grant of a user in a project; empty for a user who is no member. */
    Future<Optional<Grant>> grant(SqlClient db, UserId user, ProjectId project) {
        return db.preparedQuery(GRANT)
                .mapping(row -> grant(project, row))
                .execute(Tuple.of(project.value(), user.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Lists the members of a project, oldest first. */
    Future<List<Member>> all(SqlClient db, Tenant tenant) {
        return db.preparedQuery(MEMBERS + " ORDER BY memberships.created_at, user_id")
                .mapping(MemberStore::member)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().toList());
    }

    /** Locks a membership until the transaction ends, so that decisions about the member stay true. */
    Future<Optional<Member>> lock(SqlClient tx, Tenant tenant, UserId user) {
        return tx.preparedQuery(MEMBERS + " AND user_id = $2 FOR UPDATE OF memberships")
                .mapping(MemberStore::member)
                .execute(Tuple.of(tenant.project().value(), user.value()))
                .map(rows -> rows.stream().findFirst());
    }

    /** Inserts a membership; false when the user is a member already. */
    Future<Boolean> insert(SqlClient tx, Tenant tenant, UserId user, MemberRole role) {
        return tx.preparedQuery("""
                        INSERT INTO memberships (project_id, user_id, role) VALUES ($1, $2, $3)
                        ON CONFLICT (project_id, user_id) DO NOTHING
                        """)
                .execute(Tuple.of(tenant.project().value(), user.value(), role.name()))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Void> setRole(SqlClient tx, Tenant tenant, UserId user, MemberRole role) {
        return tx.preparedQuery("UPDATE memberships SET role = $3 WHERE project_id = $1 AND user_id = $2")
                .execute(Tuple.of(tenant.project().value(), user.value(), role.name()))
                .mapEmpty();
    }

    Future<Void> delete(SqlClient tx, Tenant tenant, UserId user) {
        return tx.preparedQuery("DELETE FROM memberships WHERE project_id = $1 AND user_id = $2")
                .execute(Tuple.of(tenant.project().value(), user.value()))
                .mapEmpty();
    }

    Future<Void> deleteAll(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery("DELETE FROM memberships WHERE project_id = $1")
                .execute(Tuple.of(tenant.project().value()))
                .mapEmpty();
    }

    /** Counts the projects that a user owns; no other transaction counts them until this one has ended. */
    Future<Long> lockOwned(SqlClient tx, UserId user) {
        return tx.preparedQuery("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE")
                .execute(Tuple.of(user.value()))
                .compose(ignored -> tx.preparedQuery(
                                "SELECT count(*) FROM memberships WHERE user_id = $1 AND role = 'OWNER'")
                        .execute(Tuple.of(user.value())))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<Boolean> hasAny(SqlClient db, UserId user) {
        return db.preparedQuery("SELECT EXISTS (SELECT FROM memberships WHERE user_id = $1)")
                .execute(Tuple.of(user.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    Future<Boolean> has(SqlClient db, Tenant tenant, EmailAddress email) {
        return db.preparedQuery("SELECT EXISTS (" + MEMBERS + " AND email = $2)")
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static Grant grant(ProjectId project, Row row) {
        return new Grant(
                new Tenant(project, Caller.MEMBER, row.getLong("keys_version")),
                MemberRole.valueOf(row.getString("role")),
                KeyScope.FULL,
                row.getBoolean("disabled"),
                ApiKeyStore.limit(row.getInteger("requests_per_minute")),
                Optional.empty());
    }

    private static Member member(Row row) {
        return new Member(
                new UserId(row.getUUID("user_id")),
                row.getString("email"),
                row.getBoolean("email_verified"),
                MemberRole.valueOf(row.getString("role")),
                row.getOffsetDateTime("created_at").toInstant());
    }
}
