package io.godwit.projects;

import io.godwit.core.Tenant;
import io.godwit.db.ListQuery;
import java.util.Optional;
import java.util.UUID;

/** Builds the query of one listing of the audit log, whose ids are ordered by time. */
final class AuditQuery {

    private AuditQuery() {}

    static ListQuery of(Tenant tenant, AuditFilter filter) {
        var query = new ListQuery(tenant.project(), "id", true);
        filter.actor().ifPresent(actor -> query.and("coalesce(user_email, caller) = " + query.parameter(actor)));
        filter.action().ifPresent(action -> query.and("action = " + query.parameter(action)));
        filter.since().ifPresent(since -> query.and("id >= " + query.parameter(since)));
        filter.until().ifPresent(until -> query.and("id < " + query.parameter(until)));
        filter.target().ifPresent(text -> query.and("""
                EXISTS (SELECT FROM jsonb_each_text(details) AS detail
                         WHERE strpos(lower(detail.value), lower(%s::text)) > 0)""".formatted(query.parameter(text))));
        return query;
    }

    /** Restricts the list to the entries older than one. */
    static ListQuery before(Tenant tenant, AuditFilter filter, Optional<UUID> last) {
        var query = of(tenant, filter);
        last.ifPresent(id -> query.and("id < " + query.parameter(id)));
        return query;
    }
}
