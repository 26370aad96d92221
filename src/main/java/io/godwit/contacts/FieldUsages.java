package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Finds the usages of a contact field; declared here, wired by the server to the features that have filters and conditions. */
public interface FieldUsages {

    /** One usage: the id and the name of a segment, campaign or workflow. */
    record Use(UUID id, String name) {}

    /** The segments, campaigns and workflows that use a field. */
    record Uses(List<Use> segments, List<Use> campaigns, List<Use> workflows) {

        public boolean isEmpty() {
            return segments.isEmpty() && campaigns.isEmpty() && workflows.isEmpty();
        }
    }

    /** The uses of {@code field}, spelled as filters spell it: {@code email} or {@code data.plan}. */
    Future<Uses> usages(Tenant tenant, String field);
}
