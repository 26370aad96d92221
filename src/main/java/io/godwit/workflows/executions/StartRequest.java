package io.godwit.workflows.executions;

import io.godwit.contacts.DataChange;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.JsonBody;
import io.godwit.workflows.model.ExecutionContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** The body of {@code POST /workflows/:id/executions}, which starts an execution for a contact. */
record StartRequest(String contactId, ExecutionContext context) {

    private static final int MAX_LENGTH = 100;

    /** The context follows the rules of all custom data. */
    static StartRequest parse(JsonBody body) {
        var contact = body.text("contactId", 1, MAX_LENGTH);
        var context = DataChange.read(body, "context");
        return body.build(() -> new StartRequest(
                contact, new ExecutionContext(context.persistentData().members(), context.transientData())));
    }

    /**
     * Fails with {@code WORKFLOW_NOT_FOUND}, {@code CONTACT_NOT_FOUND}, {@code BAD_REQUEST} when the workflow is not enabled,
     * and with {@code CONFLICT} when the contact may not enter.
     */
    Future<ExecutionId> write(SqlClient tx, Tenant tenant, WorkflowId workflow, ExecutionStartStore store) {
        return store.startPermission(tx, tenant, workflow)
                .map(found -> found.orElseThrow(
                        () -> Failure.notFound(Kind.WORKFLOW_NOT_FOUND, "Workflow", workflow.toString())))
                .compose(permission -> contact(tx, tenant, store)
                        .compose(contact -> write(tx, tenant, workflow, permission, contact, store)));
    }

    private Future<ContactId> contact(SqlClient tx, Tenant tenant, ExecutionStartStore store) {
        var unknown = Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", contactId);
        return Ids.parse(contactId)
                .map(ContactId::new)
                .map(contact -> store.hasContact(tx, tenant, contact)
                        .compose(exists ->
                                exists ? Future.succeededFuture(contact) : Future.<ContactId>failedFuture(unknown)))
                .orElseGet(() -> Future.failedFuture(unknown));
    }

    private Future<ExecutionId> write(
            SqlClient tx,
            Tenant tenant,
            WorkflowId workflow,
            ExecutionStartStore.StartPermission permission,
            ContactId contact,
            ExecutionStartStore store) {
        if (!permission.enabled() || permission.version().isEmpty()) {
            return Future.failedFuture(Failure.of(Kind.BAD_REQUEST, "The workflow is not enabled"));
        }
        var id = new ExecutionId(Ids.next());
        return store.start(tx, tenant, id, workflow, permission.version().get(), contact, context)
                .compose(started -> started
                        ? Future.succeededFuture(id)
                        : Future.failedFuture(Failure.of(Kind.CONFLICT, refusal(permission.allowReentry()))));
    }

    private static String refusal(boolean allowReentry) {
        return allowReentry
                ? "The contact is in this workflow at this moment"
                : "The contact has been in this workflow before, and it does not allow re-entry";
    }
}
