package io.godwit.workflows;

import io.godwit.contacts.Fields;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.webhooks.Targets;

/** The rooms the editor of workflows works with; {@code targets} are whom webhooks may call. */
public record EditorPorts(Database database, Fields fields, Targets targets, Vault vault) {

    /** Workflows, their steps and their transitions. */
    public Routes routes(Cursors cursors, Idempotency idempotency) {
        var studio = new Studio(targets, new Seal(vault));
        var workflows = new WorkflowRoutes(this, studio, cursors, idempotency);
        var steps = new StepRoutes(this, studio, idempotency);
        return api -> {
            workflows.mount(api);
            steps.mount(api);
        };
    }
}
