package io.godwit.workflows;

import io.godwit.webhooks.EndedCall;
import io.godwit.workflows.steps.ResumeReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Makes executions due whose webhook calls have ended. */
final class CallResumeStore {

    private static final int MAX_LENGTH = 4_096;

    /**
     * An execution that was cancelled, or has gone on, is missing or at another visit. Timers are locked in the same order by
     * all statements.
     */
    private static final String WAKE = """
            WITH woken AS MATERIALIZED (
                SELECT t.project_id, t.execution_id, c.resume_reason
                  FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[]) AS c (project_id, execution_id, visit, resume_reason)
                  JOIN executions e ON e.project_id = c.project_id AND e.id = c.execution_id AND e.visits = c.visit
                  JOIN execution_timers t ON t.project_id = c.project_id AND t.execution_id = c.execution_id
                 ORDER BY t.project_id, t.execution_id
                   FOR UPDATE OF t)
            UPDATE execution_timers
               SET resume_reason = woken.resume_reason::json, due_at = now(), lease_until = NULL, fence = fence + 1
              FROM woken
             WHERE execution_timers.project_id = woken.project_id AND execution_timers.execution_id = woken.execution_id
            """;

    Future<Void> wake(SqlClient tx, List<EndedCall> calls) {
        return tx.preparedQuery(WAKE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(calls.stream()
                                .map(call -> call.project().value())
                                .toArray(UUID[]::new))
                        .addArrayOfUUID(calls.stream()
                                .map(call -> call.execution().value())
                                .toArray(UUID[]::new))
                        .addArrayOfInteger(calls.stream().map(EndedCall::visit).toArray(Integer[]::new))
                        .addArrayOfString(
                                calls.stream().map(CallResumeStore::wake).toArray(String[]::new)))
                .mapEmpty();
    }

    private static String wake(EndedCall call) {
        var response = call.response();
        return ResumeReason.by(new ResumeReason.CallEnd(
                        call.status(),
                        call.success(),
                        call.error(),
                        response.length() <= MAX_LENGTH ? response : response.substring(0, MAX_LENGTH),
                        call.attempts()))
                .json();
    }
}
