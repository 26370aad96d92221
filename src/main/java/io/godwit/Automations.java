package io.godwit;

import io.godwit.contacts.Fields;
import io.godwit.db.Database;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.workflows.WorkflowPorts;

/** Workflows, wired. */
final class Automations {

    private final Database database;

    Automations(Database database) {
        this.database = database;
    }

    Routes routes(Fields fields, Cursors cursors, Idempotency idempotency) {
        return new WorkflowPorts(database, fields).routes(cursors, idempotency);
    }
}
