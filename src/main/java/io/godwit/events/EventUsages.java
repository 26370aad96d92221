package io.godwit.events;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.UUID;

/** Who names an event: owned here, kept by segments and workflows, wired by the server. */
public interface EventUsages {

    /** Nobody names events yet. */
    EventUsages NONE = (db, tenant, name) -> Future.succeededFuture(Uses.NONE);

    /** Every use of the events of exactly this name. */
    Future<Uses> usages(SqlClient db, Tenant tenant, String name);

    /** Segments with a condition on it; workflows that start with it, wait for it or ask for it. */
    record Uses(List<Use> segments, List<Use> workflows) {

        public static final Uses NONE = new Uses(List.of(), List.of());

        public Uses {
            segments = List.copyOf(segments);
            workflows = List.copyOf(workflows);
        }

        boolean isEmpty() {
            return segments.isEmpty() && workflows.isEmpty();
        }
    }

    /** A segment or a workflow. */
    record Use(UUID id, String name) {}
}
