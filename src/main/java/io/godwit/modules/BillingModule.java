package io.godwit.modules;

import io.godwit.accounts.SystemMailer;
import io.godwit.billing.BillingService;
import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.config.BillingModuleSettings;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.projects.ProjectDeletionListener;
import io.godwit.projects.ProjectService;
import io.godwit.reputation.ReputationService;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Wires billing and reputation: the limits a project has by its plan and by its sending reputation. */
public final class BillingModule {

    private final Vertx vertx;
    private final BillingService billing;
    private final ReputationService reputation;

    public BillingModule(
            Vertx vertx,
            Database database,
            Bus bus,
            ProjectService projects,
            SystemMailer mail,
            BillingModuleSettings settings) {
        this.vertx = vertx;
        var suspensions = projects.suspensions(mail);
        this.billing = new BillingService(vertx, database, bus, suspensions, mail, settings.billing());
        this.reputation = new ReputationService(database, suspensions, mail, settings.reputation());
    }

    /** The quota that has to be asked before an email is accepted. */
    public Quota quota() {
        return billing.quota();
    }

    /** The listener of billing for the deletion of projects. */
    public ProjectDeletionListener farewell() {
        return billing;
    }

    public List<Routes> routes() {
        return List.of(billing.routes(), reputation.routes());
    }

    /** Starts the loops of a node with the role {@code job} on the caller's context; stop the loops to end them. */
    public List<PollLoop> work() {
        var loops = new ArrayList<>(billing.work(vertx));
        loops.addAll(reputation.work(vertx));
        return loops;
    }

    public Future<Void> stop() {
        return billing.stop();
    }
}
