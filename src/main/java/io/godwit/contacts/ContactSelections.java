package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns a segment and a filter into SQL that selects contacts, for lists of contacts; declared here, implemented by segments. */
public interface ContactSelections {

    /**
     * Contacts as SQL.
     *
     * @param ids a statement whose one column is the id of a contact
     * @param parameters of {@code $1}, the project, and those that follow
     */
    record Selected(String ids, List<Object> parameters) {

        public Selected {
            parameters = List.copyOf(parameters);
        }
    }

    /**
     * Selects the contacts that are in the segment and match the condition. Fails with a 404 for an unknown segment and with a
     * 422 for an invalid condition.
     *
     * @param segment an id as it was sent
     * @param condition a filter as it was sent
     */
    Future<Selected> select(Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition);

    /** Does the same for a segment or a condition; completes with empty, which means all contacts, when both are absent. */
    default Future<Optional<Selected>> narrow(
            Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition) {
        return segment.isEmpty() && condition.isEmpty()
                ? Future.succeededFuture(Optional.empty())
                : select(tenant, segment, condition).map(Optional::of);
    }
}
