package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.ProjectMessages.ProjectErasure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Takes orders to empty or delete a project. From then on nothing is written to it and no mail of it goes out. */
final class ProjectDeletion {

    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final long LOOK_MILLIS = 50;

    private static final String TOLD = """
            <p>Hello,</p>
            <p>{{who}} has {{done}} the project {{project}}. What was in it is gone for good.</p>
            """;

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final KeyCacheInvalidator changes;
    private final ProjectDataStore store = new ProjectDataStore();
    private final ProjectDeletionListener farewell;
    private final ProjectMailer mail;
    private final AuditLog audit = new AuditLog();

    /**
     * @param farewell takes from a deleted project what it has to leave at once
     */
    ProjectDeletion(
            Vertx vertx,
            Database database,
            Bus bus,
            KeyCacheInvalidator changes,
            ProjectDeletionListener farewell,
            ProjectMailer mail) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.changes = changes;
        this.farewell = farewell;
        this.mail = mail;
    }

    /**
     * Completes with whether the project is empty already; otherwise it will be soon, and until then it is closed. Fails with
     * {@code PROJECT_DISABLED} when it is closed already.
     */
    Future<Boolean> reset(Tenant tenant, Actor actor) {
        return begin(tenant, actor, false).compose(begun -> ended(tenant, System.nanoTime() + PATIENCE.toNanos()));
    }

    /** Completes when it is nobody's and no key opens it any more; its rows go in the background. */
    Future<Void> delete(Tenant tenant, Actor actor) {
        return begin(tenant, actor, true);
    }

    private Future<Void> begin(Tenant tenant, Actor actor, boolean deletion) {
        return database.transaction(tx -> store.begin(tx, tenant.project(), deletion)
                        .compose(begun -> begun ? Future.succeededFuture() : Future.failedFuture(closed()))
                        .compose(begun -> tell(tx, tenant, actor, deletion))
                        .compose(told -> deletion ? farewell.leave(tx, tenant) : Future.succeededFuture())
                        .compose(done -> audit.record(
                                tx, tenant, actor, deletion ? "project.deleted" : "project.reset", Map.of()))
                        .compose(done -> InstallationStore.raiseKeysVersion(tx)))
                .compose(changes::publishChange)
                .onSuccess(done -> {
                    mail.wakeSenders();
                    bus.publish(
                            ProjectMessages.WIPING,
                            new ProjectErasure(tenant.project().value()));
                });
    }

    /** An administrator may do it, and so may a secret key: the owner hears of it, and who else runs the project. */
    private Future<Void> tell(SqlClient tx, Tenant tenant, Actor actor, boolean deletion) {
        var who = actor.user().map(user -> user.email().value()).orElse("A secret key");
        var values = Map.of("who", who, "done", deletion ? "deleted" : "emptied");
        return mail.write(tx, tenant, "Your project was " + values.get("done"), TOLD, values);
    }

    private Future<Boolean> ended(Tenant tenant, long until) {
        return store.isWiping(database.requests(), tenant.project()).compose(wiping -> {
            if (!wiping || System.nanoTime() - until > 0) {
                return Future.succeededFuture(!wiping);
            }
            return vertx.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS).compose(passed -> ended(tenant, until));
        });
    }

    private static Failure closed() {
        return Failure.of(Kind.PROJECT_DISABLED, "The project is disabled, or is being emptied already");
    }
}
