package io.godwit.demo;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Reads and inserts the rows of the demo that no other package writes yet. */
final class DemoStore {

    /** Key of the demo's advisory lock in PostgreSQL: "demo" in ASCII. */
    private static final long LOCK = 0x64656d6fL;

    private DemoStore() {}

    /** A project of the demo user. */
    record DemoProject(UUID project, String domain) {}

    /** Takes the advisory lock, which is held until the transaction ends. */
    static Future<Void> lock(SqlClient tx) {
        return tx.preparedQuery("SELECT pg_advisory_xact_lock($1)")
                .execute(Tuple.of(LOCK))
                .mapEmpty();
    }

    static Future<Boolean> isEmpty(SqlClient db) {
        return db.preparedQuery(
                        "SELECT NOT EXISTS (SELECT FROM projects WHERE id <> $1) AND NOT EXISTS (SELECT FROM users)")
                .execute(Tuple.of(ProjectId.SYSTEM.value()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    static Future<Void> insertUser(SqlClient tx, UserId user, String email, String passwordHash) {
        return tx.preparedQuery("""
                        INSERT INTO users (id, email, password_hash, password_generated, email_verified)
                        VALUES ($1, $2, $3, true, true)
                        """)
                .execute(Tuple.of(user.value(), email, passwordHash))
                .mapEmpty();
    }

    static Future<Void> insertOwner(SqlClient tx, ProjectId project, UserId user) {
        return tx.preparedQuery("INSERT INTO memberships (project_id, user_id, role) VALUES ($1, $2, 'OWNER')")
                .execute(Tuple.of(project.value(), user.value()))
                .mapEmpty();
    }

    /** The user's projects that can send, oldest first, each with its oldest domain. */
    static Future<List<DemoProject>> projects(SqlClient db, String email) {
        return db.preparedQuery("""
                        SELECT DISTINCT ON (memberships.project_id) memberships.project_id, domains.domain
                          FROM users
                          JOIN memberships ON memberships.user_id = users.id
                          JOIN domains ON domains.project_id = memberships.project_id AND domains.verified
                         WHERE users.email = $1
                         ORDER BY memberships.project_id, domains.id
                        """)
                .mapping(row -> new DemoProject(row.getUUID("project_id"), row.getString("domain")))
                .execute(Tuple.of(email))
                .map(rows -> rows.stream().toList());
    }
}
