package io.godwit.workflows.editor;

import io.godwit.contacts.fields.FieldCatalog;
import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.ConfigEncryption;
import java.util.List;

/** The dependencies of the workflow editor; {@code targets} decides which URLs webhooks may call. */
public record EditorDependencies(Database database, FieldCatalog fields, TargetPolicy targets, Crypto crypto) {

    /** The routes of workflows, their steps, their transitions and their versions. */
    public Routes routes(CursorCodec cursors, IdempotentHandler idempotency) {
        var editor = new WorkflowEditor(targets, new ConfigEncryption(crypto));
        var workflows = new WorkflowRoutes(this, editor, cursors, idempotency);
        var steps = new StepRoutes(this, editor, idempotency);
        var parts = List.of(workflows, steps, new VersionRoutes(this, editor, cursors));
        return api -> parts.forEach(part -> part.mount(api));
    }
}
