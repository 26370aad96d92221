package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Where a field of contacts is referred to; owned here, wired by the server to those who have filters and conditions. */
public interface FieldUsages {

    /** Something with an id and a name. */
    record Use(UUID id, String name) {}

    /** Who refers to a field. */
    record Uses(List<Use> segments, List<Use> campaigns, List<Use> workflows) {

        public boolean isEmpty() {
            return segments.isEmpty() && campaigns.isEmpty() && workflows.isEmpty();
        }
    }

    /** The uses of {@code field}, spelled as filters spell it: {@code email} or {@code data.plan}. */
    Future<Uses> usages(Tenant tenant, String field);
}
