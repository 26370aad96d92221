package io.godwit.reputation;

import io.godwit.accounts.SystemMailer;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.events.EventHook;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.SuspensionService;
import io.godwit.web.Routes;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;

/** The reputation of projects: its routes, its hook and its loops. */
public final class ReputationService {

    private static final Duration POLL = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LIFTS = Duration.ofMinutes(10);

    private final Database database;
    private final SuspensionService suspensions;
    private final ReputationEvaluator evaluator;

    public ReputationService(
            Database database, SuspensionService suspensions, SystemMailer mailer, ReputationSettings settings) {
        this.database = database;
        this.suspensions = suspensions;
        this.evaluator = new ReputationEvaluator(database, suspensions, new ProjectMailer(mailer), settings);
    }

    /** Adds the hook that marks projects with bounces and complaints as pending. */
    public static EventHook watching(EventHook others) {
        return new ReputationHook(others);
    }

    public Routes routes() {
        return new SecurityRoutes(database, suspensions);
    }

    /** Starts the loops of a node with the role {@code job}, on the caller's context; stop the loops to end them. */
    public List<PollLoop> work(Vertx vertx) {
        return List.of(
                PollLoop.start(vertx, "reputation-evaluate", POLL, evaluator::evaluate),
                PollLoop.start(vertx, "reputation-lift", BETWEEN_LIFTS, evaluator::lift));
    }
}
