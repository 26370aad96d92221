package io.godwit.contacts;

import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;

/** Records in the audit log who subscribed contacts again that had opted out, and on what proof. */
public final class ResubscriptionAudit {

    private static final String ACTION = "contacts.resubscribed";

    private final AuditLog audit = new AuditLog();

    /** Records a job; nothing without a proof. */
    public Future<Void> record(SqlClient tx, Actor actor, Tenant tenant, Optional<String> proof, JobId job) {
        return proof.map(text -> audit.record(tx, tenant, actor, ACTION, Map.of("job", job.toString(), "proof", text)))
                .orElseGet(Future::succeededFuture);
    }

    /** Records one contact; the proof is empty when a user changed the contact by hand. */
    public Future<Void> record(SqlClient tx, Actor actor, Tenant tenant, Optional<String> proof, Contact contact) {
        var details = Map.of("contact", contact.id().toString(), "proof", proof.orElse(""));
        return audit.record(tx, tenant, actor, ACTION, details);
    }
}
