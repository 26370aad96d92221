package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.ChangeTopic;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.ProjectMessages.ProjectReset;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts the reset or deletion of a project. From then on nothing is written to it and no email of it is sent. */
final class ProjectDeletion {

    private static final Duration TIMEOUT = Duration.ofSeconds(8);
    private static final long POLL_MILLIS = 50;

    private static final String NOTICE = """
            <p>Hello,</p>
            <p>{{who}} has {{done}} the project {{project}}. What was in it is gone for good.</p>
            """;

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final KeyCacheInvalidator keyCache;
    private final ProjectDataStore store = new ProjectDataStore();
    private final ProjectDeletionListener deletionListener;
    private final ProjectMailer mailer;
    private final AuditLog audit = new AuditLog();

    /** @param deletionListener called in the transaction that deletes a project */
    ProjectDeletion(
            Vertx vertx,
            Database database,
            Bus bus,
            KeyCacheInvalidator keyCache,
            ProjectDeletionListener deletionListener,
            ProjectMailer mailer) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.keyCache = keyCache;
        this.deletionListener = deletionListener;
        this.mailer = mailer;
    }

    /**
     * Starts a reset; completes with true if the project is reset within 8 s. Otherwise it is reset in the background and
     * stays disabled until then. Fails with {@code PROJECT_DISABLED} when it is disabled already.
     */
    Future<Boolean> reset(Tenant tenant, Actor actor) {
        return begin(tenant, actor, false).compose(ignored -> ended(tenant, System.nanoTime() + TIMEOUT.toNanos()));
    }

    /**
     * Starts a deletion; completes when the project has no members and its keys are refused. Its rows are deleted in the
     * background.
     */
    Future<Void> delete(Tenant tenant, Actor actor) {
        return begin(tenant, actor, true);
    }

    private Future<Void> begin(Tenant tenant, Actor actor, boolean deletion) {
        return database.transaction(tx -> store.begin(tx, tenant.project(), deletion)
                        .compose(begun -> begun ? Future.succeededFuture() : Future.failedFuture(closed()))
                        .compose(ignored -> notifyMembers(tx, tenant, actor, deletion))
                        .compose(ignored -> deletion ? deletionListener.leave(tx, tenant) : Future.succeededFuture())
                        .compose(ignored -> audit.record(
                                tx, tenant, actor, deletion ? "project.deleted" : "project.reset", Map.of()))
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx))
                        .onSuccess(ignored -> database.changes().add(tx, tenant.project(), ChangeTopic.PROJECT, null)))
                .compose(keyCache::publishChange)
                .onSuccess(ignored -> {
                    mailer.wakeSenders();
                    bus.publish(
                            ProjectMessages.RESET,
                            new ProjectReset(tenant.project().value()));
                });
    }

    /** Writes to the owner and the administrators, because a secret key may do it too. */
    private Future<Void> notifyMembers(SqlClient tx, Tenant tenant, Actor actor, boolean deletion) {
        var who = actor.user().map(user -> user.email().value()).orElse("A secret key");
        var values = Map.of("who", who, "done", deletion ? "deleted" : "reset");
        return mailer.write(tx, tenant, "Your project was " + values.get("done"), NOTICE, values);
    }

    private Future<Boolean> ended(Tenant tenant, long until) {
        return store.isResetting(database.requests(), tenant.project()).compose(resetting -> {
            if (!resetting || System.nanoTime() - until > 0) {
                return Future.succeededFuture(!resetting);
            }
            return vertx.timer(POLL_MILLIS, TimeUnit.MILLISECONDS).compose(ignored -> ended(tenant, until));
        });
    }

    private static Failure closed() {
        return Failure.of(Kind.PROJECT_DISABLED, "The project is disabled, or is being reset already");
    }
}
