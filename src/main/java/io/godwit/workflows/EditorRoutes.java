package io.godwit.workflows;

import io.godwit.contacts.Fields;
import io.godwit.db.Database;
import io.godwit.web.Api;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import java.util.List;

/** Workflows, their steps and their transitions: all that an editor needs. */
public final class EditorRoutes implements Routes {

    private final List<Routes> all;

    public EditorRoutes(Database database, Fields fields, Cursors cursors, Idempotency idempotency) {
        var offer = new Offer(database, fields);
        var shelf = new Shelf(database, cursors);
        this.all = List.of(
                new WorkflowRoutes(database, shelf, offer, idempotency), new StepRoutes(database, idempotency));
    }

    @Override
    public void mount(Api api) {
        all.forEach(routes -> routes.mount(api));
    }
}
