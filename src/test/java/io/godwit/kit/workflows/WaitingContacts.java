package io.godwit.kit.workflows;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DatabaseRows;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Many contacts of a project who rest at one step, written straight into the tables, and what became of them. */
public record WaitingContacts(DatabaseRows rows, TestWorkflow flow, int size) {

    /** Of a jar's demo project, at a rest, behind which come an update and a mail. */
    public static WaitingContacts resting(JarServer node, DatabaseRows rows, String name, int size, String dueIn) {
        var template = node.api()
                .post(
                        "/templates",
                        node.demo().getString("secretKey"),
                        config("name", name, "subject", name, "body", "<p>x</p>", "type", "TRANSACTIONAL")
                                .put("from", "team@" + node.demo().getString("domain")))
                .body()
                .getString("id");
        var flow = TestWorkflow.on(name)
                .then("rest", "DELAY", config("amount", 1, "unit", "days"))
                .then("update", "UPDATE_CONTACT", config("updates", new JsonObject().put("done", "{{id}}")))
                .then("mail", "SEND_EMAIL", config("templateId", template))
                .publish(rows, node.demo().getString("projectId"));
        var crowd = new WaitingContacts(rows, flow, size);
        crowd.rest(node.demo().getString("projectId"), name, "rest", dueIn, "NULL", "NULL");
        return crowd;
    }

    /**
     * Brings them there.
     *
     * @param dueIn an interval from now on
     * @param awaits the event they wait for, quoted, or NULL
     * @param until {@code due} when that is their time-out, or NULL
     */
    public void rest(String project, String name, String step, String dueIn, String awaits, String until) {
        rows.query("""
                WITH made AS (
                    INSERT INTO contacts (project_id, id, email, subscribed, data)
                    SELECT ?::uuid, uuid_v7(), '%1$s' || n || '@example.com', true, '{}' FROM generate_series(1, %2$d) n
                    RETURNING project_id, id),
                started AS (
                    INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, current_step_id, visits)
                    SELECT project_id, uuid_v7(), ?::uuid, 1, id, 'WAITING', ?::uuid, 2 FROM made
                    RETURNING project_id, id, workflow_id, contact_id, current_step_id),
                visited AS (
                    INSERT INTO execution_visits (project_id, execution_id, visit, step_id, status, output)
                    SELECT project_id, id, 2, current_step_id, 'WAITING', '{}' FROM started)
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at, wait_event, wait_since,
                                              wait_until)
                SELECT project_id, id, workflow_id, contact_id, due, %4$s, now(), %5$s
                  FROM (SELECT *, now() + %3$s AS due FROM started OFFSET 0) s
                """.formatted(name, size, dueIn, awaits, until), project, flow.id(), flow.stepId(step));
    }

    public long left() {
        return rows.count("SELECT count(*) FROM execution_timers WHERE workflow_id = ?::uuid", flow.id());
    }

    public long with(String status) {
        return rows.count(
                "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = ?", flow.id(), status);
    }

    /** Returns when more than so many have come to the end. */
    public void awaitMore(long ended, Duration timeout) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(timeout)
                .ignoreExceptions()
                .until(() -> with("COMPLETED") > ended);
    }

    public void awaitDone(Duration timeout) {
        await().atMost(timeout).ignoreExceptions().until(() -> left() == 0);
    }

    /** Of those {@link #resting}. */
    public void assertEachWentOnce() {
        assertThat(with("COMPLETED")).isEqualTo(size);
        assertThat(rows.count("""
                        SELECT count(*) FROM emails JOIN executions e ON e.id = execution_id WHERE workflow_id = ?::uuid
                        """, flow.id())).isEqualTo(size);
        assertThat(rows.count("""
                        SELECT count(DISTINCT execution_id) FROM emails JOIN executions e ON e.id = execution_id
                         WHERE workflow_id = ?::uuid
                        """, flow.id())).isEqualTo(size);
        assertThat(rows.count("""
                        SELECT count(*) FROM execution_visits v JOIN executions e ON e.id = v.execution_id
                         WHERE workflow_id = ?::uuid AND v.status = 'COMPLETED'
                        """, flow.id())).isEqualTo(3L * size);
        assertThat(rows.count("""
                        SELECT count(*) FROM contacts c JOIN executions e ON e.contact_id = c.id
                         WHERE workflow_id = ?::uuid AND c.data ->> 'done' = c.id::text
                        """, flow.id())).isEqualTo(size);
    }
}
