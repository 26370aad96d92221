package io.godwit.workflows;

import io.godwit.core.Bisect;
import io.godwit.core.Loop.Next;
import io.godwit.core.PausePoints;
import io.godwit.core.ProjectId;
import io.godwit.db.SqlErrorKind;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries executions on whose time has come: claims some, lets each go as far as it can, and looks again. A batch that cannot
 * be written is halved until the execution that is the cause stands alone, and that one fails.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class Engine {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private static final Duration BUSY_CONTACT = Duration.ofMillis(200);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final WorkflowPorts ports;
    private final WorkflowSettings settings;
    private final Versions versions;
    private final Leases leases;
    private final WorkflowMetrics metrics;
    private final SuspectGate gate;
    private final Ring ring = new Ring();
    private final TimerStore timers = new TimerStore();
    private final DeadExecutionStore dead = new DeadExecutionStore();
    private final PausePoints pauses = PausePoints.fromSystem();
    private final Bisect<Ticket, Void> batches =
            new Bisect<>(this::attempt, Engine::isPermanent, this::poisoned, (first, second) -> null);

    Engine(
            WorkflowPorts ports,
            WorkflowSettings settings,
            Versions versions,
            Leases leases,
            WorkflowMetrics metrics,
            SuspectGate gate) {
        this.ports = ports;
        this.settings = settings;
        this.versions = versions;
        this.leases = leases;
        this.metrics = metrics;
        this.gate = gate;
    }

    /** Some due executions of any projects. */
    Future<Next> next() {
        return leases.giveBackAgain().compose(back -> ring.isStale() ? look().compose(looked -> carryOn()) : carryOn());
    }

    private Future<Void> look() {
        return timers.dueProjects(ports.database().workers())
                .onSuccess(ring::fill)
                .mapEmpty();
    }

    private Future<Next> carryOn() {
        var projects = ring.take();
        if (projects.isEmpty()) {
            return Future.succeededFuture(Next.REST);
        }
        var share = Math.max(1, settings.batch() / projects.size());
        return claim(projects, share, false).compose(some -> gate.beside(() -> work(some))
                .compose(done -> claim(projects, share, true))
                .compose(suspect -> suspect.isEmpty() ? work(suspect) : gate.alone(() -> workAlone(suspect.get(0))))
                .map(done -> {
                    projects.stream()
                            .filter(project -> count(some, project) == share)
                            .forEach(ring::back);
                    return ring.isEmpty() && some.isEmpty() ? Next.REST : Next.AGAIN;
                }));
    }

    private static long count(List<Ticket> tickets, ProjectId project) {
        return tickets.stream()
                .filter(ticket -> ticket.project().equals(project))
                .count();
    }

    private Future<List<Ticket>> claim(List<ProjectId> projects, int share, boolean suspect) {
        var id = UUID.randomUUID();
        return timers.claim(ports.database().workers(), id, projects, share, settings.lease(), suspect)
                .onFailure(lost -> leases.unheard(id, projects))
                .map(claimed -> {
                    metrics.leasesLost(claimed.lost());
                    leases.hold(claimed.tickets());
                    return claimed.tickets();
                })
                .compose(tickets -> tickets.isEmpty()
                        ? Future.succeededFuture(tickets)
                        : pauses.at("workflow-after-claim", tickets));
    }

    private Future<Void> work(List<Ticket> tickets) {
        if (tickets.isEmpty()) {
            return Future.succeededFuture();
        }
        var started = System.nanoTime();
        return batches.apply(tickets)
                .onSuccess(done -> metrics.turns().record(Duration.ofNanos(System.nanoTime() - started)))
                .onComplete(done -> leases.drop(tickets));
    }

    /** A suspect is marked before it is carried on, so that only what happens from here on counts against it. */
    private Future<Void> workAlone(Ticket suspect) {
        if (suspect.isDead()) {
            metrics.parked();
            return bury(suspect).onComplete(done -> leases.drop(List.of(suspect)));
        }
        return timers.markAlone(ports.database().workers(), suspect)
                .map(true)
                .recover(cause ->
                        leases.giveBack(List.of(suspect), AFTER_FAILURE).map(false))
                .compose(marked -> marked ? work(List.of(suspect)) : Future.succeededFuture());
    }

    private Future<Void> attempt(List<Ticket> tickets) {
        var turn = new Turn(ports, versions);
        return ports.database()
                .workerTransactionOnce(
                        tx -> turn.carryOn(tx, tickets).compose(done -> pauses.at("workflow-before-commit", turn)))
                .compose(done -> pauses.at("workflow-after-commit", turn))
                .compose(done -> ended(turn, tickets))
                .recover(cause -> again(tickets, cause));
    }

    private Future<Void> ended(Turn turn, List<Ticket> tickets) {
        metrics.fenced(tickets.size() - turn.found());
        metrics.ended(turn.outcomes());
        turn.committed();
        turn.again().ifPresent(ring::back);
        return turn.postponed().isEmpty() ? Future.succeededFuture() : leases.giveBack(turn.postponed(), BUSY_CONTACT);
    }

    private Future<Void> again(List<Ticket> tickets, Throwable cause) {
        if (isPermanent(cause)) {
            return Future.failedFuture(cause);
        }
        LOG.atWarn()
                .addKeyValue("executions", tickets.size())
                .setCause(cause)
                .log("Executions could not be carried on; they are tried again soon");
        return leases.giveBack(tickets, AFTER_FAILURE);
    }

    private static boolean isPermanent(Throwable cause) {
        return !SqlErrorKind.of(cause).isTransient();
    }

    private Future<Void> poisoned(Ticket ticket, Throwable cause) {
        LOG.atError()
                .addKeyValue("project", ticket.project())
                .addKeyValue("execution", ticket.execution())
                .setCause(cause)
                .log("An execution cannot be carried on");
        metrics.poisoned();
        return fail(ticket, Poison.sentence(cause));
    }

    /** It can be tried again: its timer and its values are kept. */
    private Future<Void> bury(Ticket ticket) {
        var reason = ticket.epitaph();
        return ports.database()
                .workerTransaction(tx -> dead.keep(tx, ticket, reason)
                        .compose(kept -> new Ending(ports.webhooks()).fail(tx, ticket, reason)))
                .onSuccess(failed -> metrics.ended(ExecutionStatus.FAILED))
                .recover(cause -> leases.giveBack(List.of(ticket), AFTER_FAILURE));
    }

    private Future<Void> fail(Ticket ticket, String error) {
        return ports.database()
                .workerTransaction(tx -> new Ending(ports.webhooks()).fail(tx, ticket, error))
                .onSuccess(failed -> metrics.ended(ExecutionStatus.FAILED))
                .recover(cause -> leases.giveBack(List.of(ticket), AFTER_FAILURE));
    }
}
