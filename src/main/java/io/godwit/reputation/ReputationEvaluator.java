package io.godwit.reputation;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.SuspensionReason;
import io.godwit.projects.SuspensionService;
import io.godwit.projects.SuspensionService.StatusChange;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates projects with new bounces or complaints, and reopens suspended ones. */
final class ReputationEvaluator {

    private static final SuspensionReason REASON = SuspensionReason.EMAIL_REPUTATION;

    private static final int PENDING_BATCH_SIZE = 5_000;

    private static final String WARNING = """
            <p>Hello,</p>
            <p>too much of what your project {{project}} sends comes back or is complained of: {{evidence}}.</p>
            <p>Please stop mailing the addresses that bounce, and those who did not ask for it. A project is suspended when it
            gets worse.</p>
            """;

    private final Database database;
    private final SuspensionService suspensions;
    private final ProjectMailer mailer;
    private final ReputationSettings settings;
    private final ReputationStore store = new ReputationStore();

    ReputationEvaluator(
            Database database, SuspensionService suspensions, ProjectMailer mailer, ReputationSettings settings) {
        this.database = database;
        this.suspensions = suspensions;
        this.mailer = mailer;
        this.settings = settings;
    }

    /**
     * Evaluates all pending projects but the system project; their rows in {@code reputation_pending} are deleted in the same
     * transaction. Whoever signs up with addresses that do not exist makes emails of the system project come back, and its suspension
     * would keep everybody's password resets and invitations.
     */
    Future<Next> evaluate() {
        return database.workerTransaction(
                        tx -> store.claimPending(tx, PENDING_BATCH_SIZE).compose(projects -> {
                            var change = Future.<List<StatusChange>>succeededFuture(List.of());
                            for (var project : projects) {
                                if (!project.equals(ProjectId.SYSTEM)) {
                                    change = change.compose(before ->
                                            evaluate(tx, Tenant.system(project)).map(now -> with(before, now)));
                                }
                            }
                            return change;
                        }))
                .compose(this::publishChanges)
                .map(Next.IDLE);
    }

    private static List<StatusChange> with(List<StatusChange> before, Optional<StatusChange> now) {
        return now.map(one -> {
                    var all = new ArrayList<>(before);
                    all.add(one);
                    return List.copyOf(all);
                })
                .orElse(before);
    }

    private Future<Void> publishChanges(List<StatusChange> change) {
        mailer.wakeSenders();
        return Future.join(change.stream().map(suspensions::publishChange).toList())
                .mapEmpty();
    }

    private Future<Optional<StatusChange>> evaluate(SqlClient tx, Tenant tenant) {
        return store.isOpen(tx, tenant)
                .compose(open -> open
                        ? store.stats(tx, tenant).compose(stats -> evaluate(tx, tenant, ReputationResult.of(stats)))
                        : Future.succeededFuture(Optional.empty()));
    }

    private Future<Optional<StatusChange>> evaluate(SqlClient tx, Tenant tenant, ReputationResult result) {
        if (result.level() == RiskLevel.HEALTHY) {
            return store.clearWarning(tx, tenant).map(Optional.empty());
        }
        if (result.suspends() && settings.disable()) {
            return suspensions.begin(tx, tenant, REASON, String.join("; ", result.violations()));
        }
        return store.warn(tx, tenant)
                .compose(due -> due ? warn(tx, tenant, result) : Future.succeededFuture())
                .map(Optional.empty());
    }

    private Future<Void> warn(SqlClient tx, Tenant tenant, ReputationResult result) {
        var all = new ArrayList<>(result.violations());
        all.addAll(result.warnings());
        return mailer.write(
                tx, tenant, "Too many of your emails come back", WARNING, Map.of("evidence", String.join("; ", all)));
    }

    /** Reopens projects whose suspension has lasted long enough and whose rates of the week are good again. */
    Future<Next> lift() {
        return suspensions.closed(database.workers(), REASON).compose(projects -> {
            var done = Future.<Void>succeededFuture();
            for (var project : projects) {
                done = done.compose(ignored -> lift(Tenant.system(project)));
            }
            return done.map(Next.IDLE);
        });
    }

    private Future<Void> lift(Tenant tenant) {
        return database.workerTransaction(tx -> suspensions
                        .recent(tx, tenant, 1)
                        .compose(last -> isOver(last)
                                ? store.stats(tx, tenant)
                                        .compose(stats -> isHealthy(stats)
                                                ? suspensions.end(
                                                        tx, tenant, REASON, "the rates of the last 7 days are good")
                                                : Future.succeededFuture(Optional.<StatusChange>empty()))
                                : Future.succeededFuture(Optional.<StatusChange>empty())))
                .compose(change -> change.map(suspensions::publishChange).orElseGet(Future::succeededFuture));
    }

    private boolean isOver(List<SuspensionService.Suspension> last) {
        return last.stream()
                .anyMatch(one -> one.beganAt().plus(settings.pause()).isBefore(Instant.now()));
    }

    /** Evaluates the week alone: the rates of all times cannot improve while nothing is sent. */
    private static boolean isHealthy(SendingStats stats) {
        return RateThreshold.BOUNCE_7_DAY.level(stats) == RiskLevel.HEALTHY
                && RateThreshold.COMPLAINT_7_DAY.level(stats) == RiskLevel.HEALTHY
                && AbsoluteLimit.WEEK_BOUNCES.level(stats) == RiskLevel.HEALTHY
                && AbsoluteLimit.WEEK_COMPLAINTS.level(stats) == RiskLevel.HEALTHY;
    }
}
