package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.projects.Actor;
import io.godwit.projects.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;

/** Writes down that, by whom and on what proof people who had said no are subscribed again. */
public final class ResubscriptionAudit {

    private static final String ACTION = "contacts.resubscribed";

    private final AuditLog audit = new AuditLog();

    /** Of a job; nothing without a proof. */
    public Future<Void> record(SqlClient tx, Actor actor, Tenant tenant, Optional<String> proof, JobId job) {
        return proof.map(text -> audit.record(tx, tenant, actor, ACTION, Map.of("job", job.toString(), "proof", text)))
                .orElseGet(Future::succeededFuture);
    }

    /** Of one contact; without a proof, the word of whoever changed it by hand counts. */
    public Future<Void> record(SqlClient tx, Actor actor, Tenant tenant, Optional<String> proof, Contact contact) {
        var details = Map.of("contact", contact.id().toString(), "proof", proof.orElse(""));
        return audit.record(tx, tenant, actor, ACTION, details);
    }
}
