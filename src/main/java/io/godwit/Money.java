package io.godwit;

import io.godwit.accounts.PlatformMail;
import io.godwit.billing.Billing;
import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.db.Database;
import io.godwit.projects.Farewell;
import io.godwit.projects.Projects;
import io.godwit.reputation.Reputation;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** What projects may do: what they pay for, and what their reputation allows. */
final class Money {

    private final Vertx vertx;
    private final Billing billing;
    private final Reputation reputation;

    Money(Vertx vertx, Database database, Bus bus, Projects projects, PlatformMail mail, MoneySettings settings) {
        this.vertx = vertx;
        var suspensions = projects.suspensions(mail);
        this.billing = new Billing(vertx, database, bus, suspensions, mail, settings.billing());
        this.reputation = new Reputation(database, suspensions, mail, settings.reputation());
    }

    /** What whoever accepts mail has to ask. */
    Quota quota() {
        return billing.quota();
    }

    /** What happens when a project is deleted. */
    Farewell farewell() {
        return billing;
    }

    List<Routes> routes() {
        return List.of(billing.routes(), reputation.routes());
    }

    /** Begins what a node with the role of jobs does, on the caller's context; stop the loops to end it. */
    List<Loop> work() {
        var loops = new ArrayList<>(billing.work(vertx));
        loops.addAll(reputation.work(vertx));
        return loops;
    }

    Future<Void> stop() {
        return billing.stop();
    }
}
