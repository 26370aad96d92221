package io.godwit.reputation;

import io.godwit.core.Loop.Next;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.OwnersMail;
import io.godwit.projects.Suspensions;
import io.godwit.projects.Suspensions.Moved;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges projects that something was heard of, and those that are suspended. */
final class Court {

    static final String REASON = "EMAIL_REPUTATION";

    private static final int NEWS = 5_000;

    private static final String WARNING = """
            <p>Hello,</p>
            <p>too much of what your project {{project}} sends comes back or is complained of: {{evidence}}.</p>
            <p>Please stop mailing the addresses that bounce, and those who did not ask for it. A project is suspended when it
            gets worse.</p>
            """;

    private final Database database;
    private final Suspensions suspensions;
    private final OwnersMail mail;
    private final ReputationSettings settings;
    private final ConductStore store = new ConductStore();

    Court(Database database, Suspensions suspensions, OwnersMail mail, ReputationSettings settings) {
        this.database = database;
        this.suspensions = suspensions;
        this.mail = mail;
        this.settings = settings;
    }

    /** All that something was heard of; the news are gone only with the judgement. */
    Future<Next> judge() {
        return database.workerTransaction(tx -> store.drain(tx, NEWS).compose(projects -> {
                    var moved = Future.<List<Moved>>succeededFuture(List.of());
                    for (var project : projects) {
                        moved = moved.compose(
                                before -> judge(tx, Tenant.system(project)).map(now -> with(before, now)));
                    }
                    return moved;
                }))
                .compose(this::announce)
                .map(Next.REST);
    }

    private static List<Moved> with(List<Moved> before, Optional<Moved> now) {
        return now.map(one -> {
                    var all = new ArrayList<>(before);
                    all.add(one);
                    return List.copyOf(all);
                })
                .orElse(before);
    }

    private Future<Void> announce(List<Moved> moved) {
        mail.announce();
        return Future.join(moved.stream().map(suspensions::announce).toList()).mapEmpty();
    }

    private Future<Optional<Moved>> judge(SqlClient tx, Tenant tenant) {
        return store.isOpen(tx, tenant)
                .compose(open -> open
                        ? store.conduct(tx, tenant).compose(conduct -> judge(tx, tenant, Judgement.of(conduct)))
                        : Future.succeededFuture(Optional.empty()));
    }

    private Future<Optional<Moved>> judge(SqlClient tx, Tenant tenant, Judgement judgement) {
        if (judgement.level() == Level.HEALTHY) {
            return store.well(tx, tenant).map(Optional.empty());
        }
        if (judgement.suspends() && settings.disable()) {
            return suspensions.begin(tx, tenant, REASON, String.join("; ", judgement.violations()));
        }
        return store.warn(tx, tenant)
                .compose(due -> due ? warn(tx, tenant, judgement) : Future.succeededFuture())
                .map(Optional.empty());
    }

    private Future<Void> warn(SqlClient tx, Tenant tenant, Judgement judgement) {
        var all = new ArrayList<>(judgement.violations());
        all.addAll(judgement.warnings());
        return mail.write(
                tx, tenant, "Too much of your mail comes back", WARNING, Map.of("evidence", String.join("; ", all)));
    }

    /** Opens those whose time is over and whose week is good again. */
    Future<Next> pardon() {
        return suspensions.closed(database.workers(), REASON).compose(projects -> {
            var done = Future.<Void>succeededFuture();
            for (var project : projects) {
                done = done.compose(before -> pardon(Tenant.system(project)));
            }
            return done.map(Next.REST);
        });
    }

    private Future<Void> pardon(Tenant tenant) {
        return database.workerTransaction(tx -> suspensions
                        .recent(tx, tenant, 1)
                        .compose(last -> isOver(last)
                                ? store.conduct(tx, tenant)
                                        .compose(conduct -> isWell(conduct)
                                                ? suspensions.end(
                                                        tx, tenant, REASON, "the rates of the last 7 days are good")
                                                : Future.succeededFuture(Optional.<Moved>empty()))
                                : Future.succeededFuture(Optional.<Moved>empty())))
                .compose(moved -> moved.map(suspensions::announce).orElseGet(Future::succeededFuture));
    }

    private boolean isOver(List<Suspensions.Suspension> last) {
        return last.stream()
                .anyMatch(one -> one.beganAt().plus(settings.pause()).isBefore(Instant.now()));
    }

    /** By the week alone: what has been since for ever cannot heal while nothing is sent. */
    private static boolean isWell(Conduct conduct) {
        return Rule.BOUNCE_7_DAY.level(conduct) == Level.HEALTHY
                && Rule.COMPLAINT_7_DAY.level(conduct) == Level.HEALTHY
                && Ceiling.WEEK_BOUNCES.level(conduct) == Level.HEALTHY
                && Ceiling.WEEK_COMPLAINTS.level(conduct) == Level.HEALTHY;
    }
}
