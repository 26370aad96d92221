package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.db.ListQuery;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.workflows.editor.WorkflowFilter.Sort;
import java.util.List;

/** Builds the query of one list of workflows. */
final class WorkflowQuery {

    private WorkflowQuery() {}

    static ListQuery of(Tenant tenant, WorkflowFilter filter) {
        var query = new ListQuery(tenant.project(), key(filter.sort()), filter.descending());
        filter.enabled().ifPresent(enabled -> query.and(enabled ? "enabled" : "NOT enabled"));
        filter.search().ifPresent(text -> query.search(text, List.of("name", "description")));
        return query;
    }

    /** Restricts the list to the rows after this one. */
    static ListQuery after(Tenant tenant, WorkflowFilter filter, Position last) {
        var query = of(tenant, filter);
        var edge =
                switch (filter.sort()) {
                    case CREATED, UPDATED -> query.parameter(last.time());
                    case NAME -> ListQuery.caseless(query.parameter(last.sortKey()) + "::text");
                    case STEPS -> query.parameter(last.number()) + "::bigint";
                };
        query.after(edge, last.id());
        return query;
    }

    /** The sort key of a row for {@link #after}; a name is not put in lower case here, because PostgreSQL does that. */
    static String sortKey(Sort sort, WorkflowSummary listed) {
        var workflow = listed.workflow();
        return switch (sort) {
            case CREATED -> workflow.createdAt().toString();
            case UPDATED -> workflow.updatedAt().toString();
            case NAME -> workflow.properties().name();
            case STEPS -> Long.toString(listed.steps());
        };
    }

    private static String key(Sort sort) {
        return switch (sort) {
            case CREATED -> "created_at";
            case UPDATED -> "updated_at";
            case NAME -> ListQuery.caseless("name");
            case STEPS -> """
                    (SELECT count(*) FROM workflow_steps s WHERE s.project_id = w.project_id AND s.workflow_id = w.id)""";
        };
    }
}
