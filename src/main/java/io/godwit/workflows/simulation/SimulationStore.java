package io.godwit.workflows.simulation;

import static java.util.Objects.requireNonNull;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.WorkflowGraph;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;

/** Reads the workflow and the contact of a simulation. */
final class SimulationStore {

    private static final String SUBJECT = """
            SELECT name, live_version, now() AS now, v.graph::text AS live,
                   json_build_object(
                       'steps', (SELECT coalesce(json_agg(json_build_object('id', id, 'type', type, 'name', name,
                                            'config', config, 'templateId', template_id) ORDER BY created_at, id), '[]')
                                   FROM workflow_steps WHERE project_id = $1 AND workflow_id = $2),
                       'transitions', (SELECT coalesce(json_agg(json_build_object('from', from_step_id, 'to', to_step_id,
                                            'branch', branch, 'waitOutcome', wait_outcome, 'priority', priority)
                                            ORDER BY priority, created_at, id), '[]')
                                         FROM workflow_transitions WHERE project_id = $1 AND workflow_id = $2))::text AS draft
              FROM workflows w
              LEFT JOIN workflow_versions v
                ON v.project_id = w.project_id AND v.workflow_id = w.id AND v.version = w.live_version
             WHERE w.project_id = $1 AND w.id = $2
            """;

    private static final String CONTACT = """
            SELECT id, email, subscribed, data::text AS data, created_at, updated_at FROM contacts
             WHERE project_id = $1 AND id = $2
            """;

    /**
     * A workflow with its draft and live version.
     *
     * @param running version that new executions run; empty for a workflow that was never enabled
     */
    record SimulatedWorkflow(String name, Instant now, WorkflowGraph draft, Optional<RunningVersion> running) {}

    /** A version that runs. */
    record RunningVersion(int number, WorkflowGraph graph) {}

    Future<Optional<SimulatedWorkflow>> subject(SqlClient db, Tenant tenant, WorkflowId id) {
        return db.preparedQuery(SUBJECT)
                .mapping(SimulationStore::subject)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst());
    }

    private static SimulatedWorkflow subject(Row row) {
        return new SimulatedWorkflow(
                row.getString("name"),
                time(row, "now"),
                WorkflowGraph.stored(row.getString("draft")),
                Optional.ofNullable(row.getString("live"))
                        .map(graph -> new RunningVersion(row.getInteger("live_version"), WorkflowGraph.stored(graph))));
    }

    Future<Optional<StepContact>> contact(SqlClient db, Tenant tenant, ContactId id) {
        return db.preparedQuery(CONTACT)
                .mapping(SimulationStore::contact)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.stream().findFirst());
    }

    private static StepContact contact(Row row) {
        var email = new EmailAddress(row.getString("email"));
        var data = new DataPatch(Json.readObject(row.getString("data")));
        var change = new ContactChange(
                email, Optional.of(row.getBoolean("subscribed")), true, SubscriptionAuthority.REQUEST, data);
        var contact = Contact.create(new ContactId(row.getUUID("id")), change);
        return new StepContact(contact, email, time(row, "created_at"), time(row, "updated_at"));
    }

    private static Instant time(Row row, String column) {
        return requireNonNull(row.getOffsetDateTime(column)).toInstant();
    }
}
