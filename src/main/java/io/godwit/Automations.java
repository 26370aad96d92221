package io.godwit;

import io.godwit.bus.Bus;
import io.godwit.contacts.Fields;
import io.godwit.db.Database;
import io.godwit.segments.Segments;
import io.godwit.sending.Preview;
import io.godwit.sending.SendRoutes;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.workflows.Insight;
import io.godwit.workflows.ScheduleVerticle;
import io.godwit.workflows.WorkflowPorts;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.List;

/** Workflows, wired. */
final class Automations {

    private final Database database;
    private final Bus bus;

    Automations(Database database, Bus bus) {
        this.database = database;
        this.bus = bus;
    }

    Routes routes(
            Fields fields, SendRoutes.Ports send, Preview preview, Cursors cursors, Idempotency idempotency) {
        var editor = new WorkflowPorts(database, fields).routes(cursors, idempotency);
        var readers = new Insight(
                        database,
                        send.templates(),
                        send.projects(),
                        preview,
                        send.workers(),
                        (db, tenant, execution) -> Future.succeededFuture(List.of()))
                .routes(cursors);
        return api -> {
            editor.mount(api);
            readers.mount(api);
        };
    }

    /** What this node does in the background. */
    List<Deployable> work(Segments segments) {
        return List.of(new ScheduleVerticle(database, bus, segments));
    }
}
