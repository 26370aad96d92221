package io.godwit.domains;

import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Reads domains for their owners, and deletes them. Private keys are never read here. */
final class DomainListStore {

    private static final String LIST = "SELECT " + DomainRows.COLUMNS + """
              FROM domains
             WHERE project_id = $1
             ORDER BY id DESC
            """;

    private static final String FIND = "SELECT " + DomainRows.COLUMNS + """
              FROM domains
             WHERE project_id = $1 AND id = $2
            """;

    /**
     * The reasons why a project may not add a domain: it has it, it has too many, or a suspended project has verified a
     * domain below the same registered one. A project that is being reset or deleted is disabled as well, but bans nothing.
     */
    record AddPermission(boolean here, long domains, boolean banned) {}

    private static final String ADD_PERMISSION = """
            SELECT EXISTS (SELECT FROM domains WHERE project_id = $1 AND domain = $2),
                   (SELECT count(*) FROM domains WHERE project_id = $1),
                   EXISTS (SELECT
                             FROM projects
                             JOIN domains ON project_id = projects.id
                            WHERE projects.disabled AND wiping IS NULL AND domains.verified
                              AND (domain = $3 OR right(domain, length($3) + 1) = '.' || $3))
            """;

    /** Lists the domains of a project, newest first. */
    Future<List<Domain>> list(SqlClient db, Tenant tenant) {
        return db.preparedQuery(LIST)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> DomainRows.stream(rows).toList());
    }

    Future<Optional<Domain>> find(SqlClient db, Tenant tenant, DomainId id) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> DomainRows.stream(rows).findFirst());
    }

    /** Finds a domain and locks it until the transaction ends. */
    Future<Optional<Domain>> lock(SqlClient tx, Tenant tenant, DomainId id) {
        return tx.preparedQuery(FIND + " FOR UPDATE")
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> DomainRows.stream(rows).findFirst());
    }

    Future<Void> delete(SqlClient tx, Domain domain) {
        return tx.preparedQuery("DELETE FROM domains WHERE project_id = $1 AND id = $2")
                .execute(Tuple.of(domain.tenant().project().value(), domain.id().value()))
                .mapEmpty();
    }

    /** @param registered the registered domain: the domain itself or one above it */
    Future<AddPermission> addPermission(SqlClient db, Tenant tenant, String domain, String registered) {
        return db.preparedQuery(ADD_PERMISSION)
                .execute(Tuple.of(tenant.project().value(), domain, registered))
                .map(rows -> rows.iterator().next())
                .map(row -> new AddPermission(row.getBoolean(0), row.getLong(1), row.getBoolean(2)));
    }
}
