package io.godwit.projects;

import io.godwit.core.ChangeTopic;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.db.ChangeCollector;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends projects for a reason and reopens them; stores reason, evidence and end, and sends an email to the owner and
 * administrators. A suspended project can be read, but changes and sends nothing.
 */
public final class SuspensionService {

    private static final Logger LOG = LoggerFactory.getLogger(SuspensionService.class);

    private static final Actor SYSTEM = new Actor(Optional.empty(), Caller.SYSTEM);

    private static final String CLOSED = """
            <p>Hello,</p>
            <p>your project {{project}} was suspended: {{evidence}}.</p>
            <p>It can be read, but it neither changes nor sends anything until that is settled.</p>
            """;

    private static final String OPENED = """
            <p>Hello,</p>
            <p>your project {{project}} may send again: {{why}}.</p>
            """;

    private final ChangeCollector changes;
    private final KeyCacheInvalidator keyCache;
    private final ProjectMailer mailer;
    private final SuspensionStore store = new SuspensionStore();
    private final AuditLog audit = new AuditLog();

    SuspensionService(ChangeCollector changes, KeyCacheInvalidator keyCache, ProjectMailer mailer) {
        this.changes = changes;
        this.keyCache = keyCache;
        this.mailer = mailer;
    }

    /**
     * A suspension in the history of a project.
     *
     * @param reason the code of a {@link SuspensionReason}, or another word of an operator
     * @param evidence a sentence without its full stop
     * @param endedBy the reason of its end
     * @param appealedAt the time at which a member appealed
     */
    public record Suspension(
            UUID id,
            String reason,
            String evidence,
            Instant beganAt,
            Optional<Instant> endedAt,
            Optional<String> endedBy,
            Optional<Instant> appealedAt) {}

    /** A change of the project's state, to be published after the commit. */
    public record StatusChange(long version) {}

    /**
     * Suspends the project in the caller's transaction; empty when it was disabled already. The caller passes the change to {@link
     * #publishChange} after the commit.
     *
     * @param evidence a sentence without its full stop, which members read
     */
    public Future<Optional<StatusChange>> begin(SqlClient tx, Tenant tenant, SuspensionReason reason, String evidence) {
        return store.begin(tx, tenant, reason, evidence)
                .compose(closed -> closed
                        ? record(tx, tenant, "project.suspended", Map.of("reason", reason.name(), "evidence", evidence))
                                .compose(ignored -> mailer.write(
                                        tx, tenant, "Your project is suspended", CLOSED, Map.of("evidence", evidence)))
                                .compose(ignored -> moved(tx))
                        : Future.succeededFuture(Optional.empty()));
    }

    /** Tells whether the project is disabled for another reason than this, or is being reset, and may be open again later. */
    public Future<Boolean> isDisabledOtherwise(SqlClient db, Tenant tenant, SuspensionReason reason) {
        return store.isDisabledOtherwise(db, tenant, reason);
    }

    /**
     * Reopens a project that is suspended for this reason; empty when it is not. The caller passes the change to {@link #publishChange}
     * after the commit.
     *
     * @param why the end of a sentence, which members read
     */
    public Future<Optional<StatusChange>> end(SqlClient tx, Tenant tenant, SuspensionReason reason, String why) {
        return store.end(tx, tenant, reason, why)
                .compose(opened -> opened
                        ? record(tx, tenant, "project.reopened", Map.of("reason", reason.name(), "why", why))
                                .compose(ignored -> mailer.write(
                                        tx, tenant, "Your project may send again", OPENED, Map.of("why", why)))
                                .compose(ignored -> moved(tx))
                        : Future.succeededFuture(Optional.empty()));
    }

    private Future<Void> record(SqlClient tx, Tenant tenant, String action, Map<String, String> details) {
        changes.add(tx, tenant.project(), ChangeTopic.PROJECT, null);
        return audit.record(tx, tenant, SYSTEM, action, details).onSuccess(ignored -> LOG.atWarn()
                .addKeyValue("project", tenant.project())
                .addKeyValue("reason", details.get("reason"))
                .log(action.equals("project.suspended") ? "A project is suspended" : "A project is open again"));
    }

    private static Future<Optional<StatusChange>> moved(SqlClient tx) {
        return InstallationStore.raiseKeysVersion(tx).map(version -> Optional.of(new StatusChange(version)));
    }

    /** Publishes the change after the commit; completes when every node works by it. */
    public Future<Void> publishChange(StatusChange change) {
        mailer.wakeSenders();
        return keyCache.publishChange(change.version());
    }

    /** The suspensions of a project, newest first. */
    public Future<List<Suspension>> recent(SqlClient db, Tenant tenant, int max) {
        return store.recent(db, tenant, max);
    }

    /** Records an appeal; false when the project is not suspended. */
    public Future<Boolean> appeal(SqlClient tx, Tenant tenant, Actor actor, String text) {
        var by = actor.user()
                .map(user -> user.email().value())
                .orElse(actor.caller().name());
        return store.appeal(tx, tenant, text, by)
                .compose(recorded -> recorded
                        ? audit.record(tx, tenant, actor, "project.appealed", Map.of())
                                .map(true)
                        : Future.succeededFuture(false));
    }

    /** Lists the projects that are suspended for this reason now. */
    public Future<List<ProjectId>> closed(SqlClient db, SuspensionReason reason) {
        return store.closed(db, reason);
    }
}
