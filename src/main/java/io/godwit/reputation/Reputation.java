package io.godwit.reputation;

import io.godwit.accounts.PlatformMail;
import io.godwit.core.Loop;
import io.godwit.db.Database;
import io.godwit.events.Enrolments;
import io.godwit.projects.OwnersMail;
import io.godwit.projects.Suspensions;
import io.godwit.web.Routes;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;

/** The security state of projects, wired. */
public final class Reputation {

    private static final Duration POLL = Duration.ofSeconds(5);
    private static final Duration BETWEEN_PARDONS = Duration.ofMinutes(10);

    private final Database database;
    private final Suspensions suspensions;
    private final Court court;

    public Reputation(Database database, Suspensions suspensions, PlatformMail mail, ReputationSettings settings) {
        this.database = database;
        this.suspensions = suspensions;
        this.court = new Court(database, suspensions, new OwnersMail(mail), settings);
    }

    /** The same reactions to events, and an eye on what harms. */
    public static Enrolments watching(Enrolments others) {
        return new Watch(others);
    }

    public Routes routes() {
        return new SecurityRoutes(database, suspensions);
    }

    /** Begins what a node with the role of jobs does, on the caller's context; stop the loops to end it. */
    public List<Loop> work(Vertx vertx) {
        return List.of(
                Loop.start(vertx, "reputation", POLL, court::judge),
                Loop.start(vertx, "pardons", BETWEEN_PARDONS, court::pardon));
    }
}
