package io.godwit.workflows.engine;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
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

/** The executions this node holds. All its state belongs to the context it is used on. */
public final class TimerLeases {

    private static final Logger LOG = LoggerFactory.getLogger(TimerLeases.class);

    private final Database database;
    private final Duration lease;
    private final TimerStore store = new TimerStore();
    private final Set<ClaimedExecution> held = new LinkedHashSet<>();
    private final Map<ClaimedExecution, Duration> late = new HashMap<>();
    private final Map<UUID, List<ProjectId>> unheard = new HashMap<>();

    public TimerLeases(Database database, Duration lease) {
        this.database = database;
        this.lease = lease;
    }

    void add(Collection<ClaimedExecution> tickets) {
        held.addAll(tickets);
    }

    void drop(Collection<ClaimedExecution> tickets) {
        held.removeAll(Set.copyOf(tickets));
    }

    /** One statement for all of them. */
    public Future<Next> renew() {
        return held.isEmpty()
                ? Future.succeededFuture(Next.REST)
                : store.renew(database.workers(), List.copyOf(held), lease).map(Next.REST);
    }

    /**
     * They are due again after the pause, for whoever comes first. While PostgreSQL does not take them they are kept and offered
     * again ({@link #retryReleases}): else they would rest until their leases end, and count as crashes then. Never fails.
     */
    Future<Void> retryAfter(List<ClaimedExecution> tickets, Duration pause) {
        tickets.forEach(ticket -> late.put(ticket, pause));
        return offer(tickets, pause).recover(error -> {
            LOG.atWarn()
                    .addKeyValue("executions", tickets.size())
                    .addKeyValue("cause", error.getMessage())
                    .log("Executions could not be given back yet");
            return Future.succeededFuture();
        });
    }

    /** A claim that failed may have been committed all the same, with nobody to hear what it took: it is taken back later. */
    void unheard(UUID claim, List<ProjectId> projects) {
        unheard.put(claim, projects);
    }

    /** Everything that could not be given back before; fails while it still cannot. */
    Future<Void> retryReleases() {
        var pauseToTickets = late.keySet().stream().collect(Collectors.groupingBy(late::get));
        var tickets = pauseToTickets.entrySet().stream().map(each -> offer(each.getValue(), each.getKey()));
        var claims = Map.copyOf(unheard).entrySet().stream().map(each -> releaseClaim(each.getKey(), each.getValue()));
        return Future.join(Stream.concat(tickets, claims).toList()).mapEmpty();
    }

    private Future<Void> releaseClaim(UUID claim, List<ProjectId> projects) {
        return store.releaseClaim(database.workers(), claim, projects).onSuccess(done -> unheard.remove(claim));
    }

    private Future<Void> offer(List<ClaimedExecution> tickets, Duration pause) {
        return store.release(database.workers(), tickets, pause).onSuccess(done -> tickets.forEach(late::remove));
    }

    /** So that others need not wait for the end of the leases. */
    public Future<Void> release() {
        return held.isEmpty()
                ? Future.succeededFuture()
                : store.release(database.workers(), List.copyOf(held), Duration.ZERO);
    }
}
