package io.godwit.projects.audit;

import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;

/** Records actions in a project with their principals: everything about keys, members, domains, money and deletion. */
public final class AuditLog {

    private final AuditStore store = new AuditStore();

    /**
     * Records an action in the transaction that does it.
     *
     * @param action what was done, such as {@code keys.rotated}
     * @param details the object of the action; no secrets
     */
    public Future<Void> record(SqlClient tx, Tenant tenant, Actor actor, String action, Map<String, String> details) {
        return store.insert(tx, tenant, actor, action, details)
                .onSuccess(ignored ->
                        SecurityLog.write(Event.PROJECT_CHANGE, Outcome.SUCCESS, keys(tenant, actor, action)));
    }

    /** The keys of the entry in the security log, without the details, which may hold addresses. */
    private static Map<String, String> keys(Tenant tenant, Actor actor, String action) {
        return Map.of(
                "action", action,
                "project", tenant.project().toString(),
                "user", actor.user().map(user -> user.user().toString()).orElse(""),
                "caller", actor.caller().name());
    }
}
