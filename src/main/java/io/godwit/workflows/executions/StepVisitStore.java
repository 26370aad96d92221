package io.godwit.workflows.executions;

import io.godwit.core.Tenant;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Finds the executions that came to a step, each once, along the index of visits by step and status. */
final class StepVisitStore {

    private static final String VISITS = """
            FROM execution_visits v
             WHERE v.project_id = $1 AND v.step_id = $2 AND v.status = %s
            """;

    private static final String OF_STATUS = """
               AND EXISTS (SELECT FROM executions x WHERE x.project_id = $1 AND x.workflow_id = $4 AND x.status = $5
                              AND x.id = v.execution_id)
            """;

    /** Reads each status of visits along its part of the index and merges them, as lists of all executions do. */
    private static final String PAGE = """
            SELECT found.id
              FROM unnest($3::text[]) AS requested (status)
             CROSS JOIN LATERAL (
                   SELECT v.execution_id AS id\s""" + VISITS.formatted("requested.status") + """
                      AND v.execution_id < $%2$d
                      %1$s
                    GROUP BY v.execution_id
                    ORDER BY v.execution_id DESC
                    LIMIT $%3$d::bigint + $%4$d::bigint) found
             GROUP BY found.id
             ORDER BY found.id DESC
             LIMIT $%3$d OFFSET $%4$d
            """;

    private static final String COUNT = "SELECT count(*) FROM (SELECT v.execution_id " + VISITS.formatted("ANY ($3)")
            + "%s GROUP BY v.execution_id) found";

    /** SQL of the ids of a page; its last three parameters are an id that all are before, the limit and the offset. */
    static String page(ExecutionFilter filter) {
        var next = filter.status().isPresent() ? 6 : 4;
        return PAGE.formatted(ofStatus(filter), next, next + 1, next + 2);
    }

    private static String ofStatus(ExecutionFilter filter) {
        return filter.status().isPresent() ? OF_STATUS : "";
    }

    /** The parameters before those of the page. */
    static Tuple parameters(Tenant tenant, WorkflowId workflow, StepId step, ExecutionFilter filter) {
        var parameters = Tuple.of(tenant.project().value(), step.value(), filter.visitStatuses());
        filter.status().ifPresent(status -> parameters.addUUID(workflow.value()).addString(status.name()));
        return parameters;
    }

    /** The number of executions, each once. */
    Future<Long> count(SqlClient db, Tenant tenant, WorkflowId workflow, StepId step, ExecutionFilter filter) {
        return db.preparedQuery(COUNT.formatted(ofStatus(filter)))
                .execute(parameters(tenant, workflow, step, filter))
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
