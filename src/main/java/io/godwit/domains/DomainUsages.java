package io.godwit.domains;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** What sends from a domain; owned here, kept by templates, workflows and campaigns. */
public interface DomainUsages {

    /**
     * Everything that would send from the domain.
     *
     * @param belowToo also what sends from names below it
     */
    Future<List<Use>> usages(SqlClient tx, Tenant tenant, String domain, boolean belowToo);

    /**
     * A thing that sends from a domain.
     *
     * @param kind {@code template}, {@code workflowStep} or {@code campaign}
     */
    record Use(String kind, UUID id, String name) {}
}
