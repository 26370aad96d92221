package io.godwit.domains;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** Finds the templates, workflow steps and campaigns that send from a domain; declared here, implemented by them. */
public interface DomainUsages {

    /**
     * Lists all usages of a domain.
     *
     * @param includeSubdomains true: includes usages of names below the domain
     */
    Future<List<Use>> usages(SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains);

    /**
     * A usage of a domain.
     *
     * @param kind {@code template}, {@code workflowStep} or {@code campaign}
     */
    record Use(String kind, UUID id, String name) {}
}
