package io.godwit.events;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** Finds the usages of an event name: declared here, implemented by segments and workflows. */
public interface EventUsages {

    /** No usages. */
    EventUsages NONE = (db, tenant, ignored) -> Future.succeededFuture(Uses.NONE);

    /** Lists the usages of exactly this name. */
    Future<Uses> usages(SqlClient db, Tenant tenant, String name);

    /**
     * Segments, and campaigns that have not ended, with a condition on the event; workflows that start with it, wait for it or test
     * it.
     */
    record Uses(List<Use> segments, List<Use> campaigns, List<Use> workflows) {

        public static final Uses NONE = new Uses(List.of(), List.of(), List.of());

        public Uses {
            segments = List.copyOf(segments);
            campaigns = List.copyOf(campaigns);
            workflows = List.copyOf(workflows);
        }

        boolean isEmpty() {
            return segments.isEmpty() && campaigns.isEmpty() && workflows.isEmpty();
        }
    }

    /** A segment, campaign or workflow that uses the event. */
    record Use(UUID id, String name) {}
}
