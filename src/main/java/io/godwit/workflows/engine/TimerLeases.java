package io.godwit.workflows.engine;

import io.godwit.core.FailureSeries;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.db.SurvivedClaims;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The executions claimed by this node. All its state belongs to the context it is used on. */
public final class TimerLeases {

    private static final Logger LOG = LoggerFactory.getLogger(TimerLeases.class);

    private final FailureSeries delays = new FailureSeries(
            LOG,
            "executions",
            "Executions could not be released yet",
            "Executions are released again; so many attempts to do so had failed");
    private final Database database;
    private final Duration lease;
    private final TimerStore store = new TimerStore();
    private final Set<ClaimedExecution> leased = new LinkedHashSet<>();
    private final Map<ClaimedExecution, Duration> expired = new HashMap<>();
    private final Map<UUID, List<ProjectId>> unknownClaims = new HashMap<>();
    private final SurvivedClaims<ClaimedExecution> survived;

    public TimerLeases(Database database, Duration lease) {
        this.database = database;
        this.lease = lease;
        this.survived =
                new SurvivedClaims<>(lease.multipliedBy(2), all -> store.uncountCrashes(database.workers(), all));
    }

    void add(Collection<ClaimedExecution> claimed) {
        leased.addAll(claimed);
    }

    void remove(Collection<ClaimedExecution> claimed) {
        leased.removeAll(Set.copyOf(claimed));
        claimed.stream().filter(each -> each.crashes().isClaimedAlone()).forEach(survived::add);
    }

    /** Renews all leases in one statement, and takes back crashes that were none. */
    public Future<Next> renew() {
        return renewLeases().compose(next -> survived.uncountCrashes().map(next));
    }

    private Future<Next> renewLeases() {
        return leased.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : store.renew(database.workers(), List.copyOf(leased), lease).map(Next.IDLE);
    }

    /**
     * Releases executions, which are due again after the pause. While PostgreSQL does not accept the release they are kept and
     * tried again ({@link #retryReleases}): else they would stay leased until their leases expire, and count as crashes then.
     * Never fails.
     */
    Future<Void> retryAfter(List<ClaimedExecution> allClaimed, Duration pause) {
        allClaimed.forEach(claimed -> expired.put(claimed, pause));
        return offer(allClaimed, pause).recover(error -> {
            delays.failed(allClaimed.size(), error);
            return Future.succeededFuture();
        });
    }

    /** Remembers a claim that failed but may have been committed all the same: the executions it claimed are released later. */
    void unknownClaims(UUID claim, List<ProjectId> projects) {
        unknownClaims.put(claim, projects);
    }

    /** Repeats all releases that failed; fails while one still does. */
    Future<Void> retryReleases() {
        var pauseToClaimed = expired.keySet().stream().collect(Collectors.groupingBy(expired::get));
        var releases = pauseToClaimed.entrySet().stream().map(each -> offer(each.getValue(), each.getKey()));
        var claims =
                Map.copyOf(unknownClaims).entrySet().stream().map(each -> releaseClaim(each.getKey(), each.getValue()));
        return Future.join(Stream.concat(releases, claims).toList()).mapEmpty();
    }

    private Future<Void> releaseClaim(UUID claim, List<ProjectId> projects) {
        return store.releaseClaim(database.workers(), claim, projects)
                .onSuccess(ignored -> unknownClaims.remove(claim));
    }

    private Future<Void> offer(List<ClaimedExecution> claimed, Duration pause) {
        return store.release(database.workers(), claimed, pause).onSuccess(ignored -> {
            claimed.forEach(expired::remove);
            delays.succeeded();
        });
    }

    /** Releases all executions, so that others need not wait for the end of the leases. */
    public Future<Void> release() {
        return leased.isEmpty()
                ? Future.succeededFuture()
                : store.release(database.workers(), List.copyOf(leased), Duration.ZERO);
    }
}
