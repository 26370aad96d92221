package io.godwit.sending.pipeline;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.core.EmailAddress;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.HeldRefusal;
import io.godwit.sending.RefusalListener;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.pipeline.RefusalCircuitBreakerStore.Open;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.godwit.sending.queue.RefusalSettings;
import io.godwit.sending.queue.SendMetrics;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breakers of refusals. When many recipients of different domains get the same refusal within a short time, it is
 * about the mail server or about us: the mail of the project is paused, and when several projects are hit, all mail. Nobody
 * bounces by such a refusal, because a permanent refusal ends its email only after a while ({@link HeldRefusal}). One email at
 * a time is risked; the first that is accepted closes the breaker.
 *
 * <p>A project's breaker is a row, so all nodes keep to it and a restart does not forget it. The breaker of all mail is this
 * node's alone. All its state belongs to the context it is used on.
 */
final class RefusalCircuitBreaker {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalCircuitBreaker.class);

    private final Database database;
    private final RefusalSettings settings;
    private final RefusalListener notices;
    private final SendMetrics metrics;
    private final RelayCircuitBreaker relay;
    private final RefusalCircuitBreakerStore store = new RefusalCircuitBreakerStore();
    private final Map<ProjectId, RefusalWindow> windows = new HashMap<>();
    private final RefusalWindow everybody;
    private final Set<ProjectId> probing = new HashSet<>();
    private final Set<ClaimedEmail> probes = new HashSet<>();
    private final Set<ProjectId> opening = new HashSet<>();
    private Map<ProjectId, Open> open = Map.of();

    RefusalCircuitBreaker(
            Database database,
            RefusalSettings settings,
            RefusalListener notices,
            SendMetrics metrics,
            RelayCircuitBreaker relay) {
        this.database = database;
        this.settings = settings;
        this.notices = notices;
        this.metrics = metrics;
        this.relay = relay;
        this.everybody =
                new RefusalWindow(settings.recipients(), settings.domains(), settings.projects(), settings.window());
    }

    /** Tells whether mail of the lane may be claimed: always, unless its project's breaker is open and no probe is due. */
    boolean mayGo(Lane lane) {
        var project = new ProjectId(lane.project());
        return !open.containsKey(project) || probing.contains(project);
    }

    /** The shares, with one email for each project that is probed. */
    List<Share> limitToProbes(List<Share> shares) {
        return open.isEmpty()
                ? shares
                : shares.stream()
                        .filter(share -> mayGo(share.lane()))
                        .map(share -> probing.remove(new ProjectId(share.lane().project()))
                                ? new Share(share.lane(), 1)
                                : share)
                        .toList();
    }

    /** What was claimed of projects whose breaker is open is a probe. */
    void claimed(List<ClaimedEmail> tickets) {
        if (!open.isEmpty()) {
            tickets.stream()
                    .filter(ticket -> open.containsKey(ticket.project()))
                    .forEach(probes::add);
        }
    }

    /** Tells whether the ticket was claimed before its project's breaker opened, and has to go back. */
    boolean isPaused(ClaimedEmail ticket) {
        return open.containsKey(ticket.project()) && !probes.contains(ticket);
    }

    /** Tells whether the refusal is one of those a breaker is open for. */
    private boolean isCommon(ProjectId project, String pattern) {
        var breaker = open.get(project);
        return relay.isRefusing(pattern)
                || (breaker != null && breaker.pattern().equals(pattern));
    }

    /** Tells whether an email can end by the refusal that was held. */
    boolean concludes(ClaimedEmail ticket, HeldRefusal refusal) {
        return !isCommon(ticket.project(), refusal.pattern());
    }

    /** The mail server took an email. */
    void accepted(ClaimedEmail ticket, EmailAddress recipient) {
        if (relay.isRefusing()) {
            LOG.warn("The mail server accepts mail again");
            everybody.clear();
            ended(store.free(database.workers(), Optional.empty(), relay.pattern())
                    .compose(freed -> store.probeSoon(database.workers()))
                    .onSuccess(done -> relay.accepted()));
        } else {
            everybody.accepted(System.nanoTime(), ticket.project(), recipient);
        }
        var window = windows.get(ticket.project());
        if (probes.remove(ticket)) {
            close(ticket.project());
        } else if (window != null) {
            window.accepted(System.nanoTime(), ticket.project(), recipient);
        }
    }

    /** An attempt ended without an answer that tells anything. */
    void ended(ClaimedEmail ticket) {
        probes.remove(ticket);
    }

    /** Takes note of how an attempt failed, and answers how the verdict is to be taken. */
    RefusalDecision assess(EmailAttempt email, AttemptOutcome verdict) {
        probes.remove(email.ticket());
        var refusal = verdict.refusal().filter(ClassifiedRefusal::permanent);
        if (settings.recipients() == 0 || refusal.isEmpty()) {
            return RefusalDecision.FINAL;
        }
        var project = email.ticket().project();
        var pattern = refusal.get().fingerprint();
        var now = System.nanoTime();
        var all = everybody.refused(now, pattern, project, email.to());
        var one = window(project).refused(now, pattern, project, email.to());
        if (all && !relay.isRefusing()) {
            pauseAll(pattern, verdict.reason());
        } else if (relay.isRefusing(pattern)) {
            relay.refusesAll(pattern, verdict.reason());
        }
        if (one && !open.containsKey(project)) {
            pause(project, pattern, verdict.reason());
        }
        if (!isCommon(project, pattern)) {
            return verdict.end().isPresent() ? RefusalDecision.HELD : RefusalDecision.FINAL;
        }
        metrics.commonRefusal();
        return RefusalDecision.COMMON;
    }

    /** A refusal the email is to end by when its time is over. */
    static HeldRefusal held(AttemptOutcome verdict) {
        return new HeldRefusal(verdict.refusal().orElseThrow().fingerprint(), verdict);
    }

    /** Tells how long that is. */
    Duration holdDuration() {
        return settings.hold();
    }

    /** Tells how a refusal is to be taken. */
    enum RefusalDecision {
        /** The verdict stands. */
        FINAL,
        /** The verdict stands unless others follow. */
        HELD,
        /** The email is not to blame. */
        COMMON
    }

    private RefusalWindow window(ProjectId project) {
        return windows.computeIfAbsent(
                project, first -> new RefusalWindow(settings.recipients(), settings.domains(), 1, settings.window()));
    }

    private void pauseAll(String pattern, String reply) {
        relay.refusesAll(pattern, reply);
        LOG.atError()
                .addKeyValue("reply", reply)
                .log(
                        "The mail server refuses the mail of several projects alike; nothing is sent until it takes one again");
        ended(store.free(database.workers(), Optional.empty(), pattern));
    }

    /** At once for this node; the others see the row a moment later. */
    private void pause(ProjectId project, String pattern, String reply) {
        var before = new HashMap<>(open);
        before.put(project, new Open(project, pattern, reply, false));
        open = before;
        LOG.atError()
                .addKeyValue("project", project)
                .addKeyValue("reply", reply)
                .log(
                        "Many recipients of different domains got the same refusal; the project's mail is paused until one is accepted");
        opening.add(project);
        ended(database.workerTransaction(tx -> store.open(tx, project, pattern, reply, settings.pause())
                        .compose(tell -> store.free(tx, Optional.of(project), pattern)
                                .compose(freed -> tell.orElse(false)
                                        ? notices.paused(tx, project, reply)
                                        : Future.succeededFuture())))
                .onSuccess(done -> notices.wakeSenders())
                .onComplete(done -> opening.remove(project)));
    }

    /** What was held since it opened is freed in the same transaction, before anybody can take it for the end of an email. */
    private void close(ProjectId project) {
        var breaker = open.get(project);
        if (breaker == null) {
            return;
        }
        ended(database.workerTransaction(tx -> store.close(tx, project)
                        .compose(told -> store.free(tx, Optional.of(project), breaker.pattern())
                                .compose(freed ->
                                        told.orElse(false) ? notices.resumed(tx, project) : Future.succeededFuture())))
                .onSuccess(done -> closed(project)));
    }

    private void closed(ProjectId project) {
        var before = new HashMap<>(open);
        before.remove(project);
        open = before;
        windows.remove(project);
        notices.wakeSenders();
        LOG.atWarn().addKeyValue("project", project).log("The project's mail is accepted again and goes on");
    }

    private static void ended(Future<Void> written) {
        written.onFailure(error -> LOG.warn("A circuit breaker was not written down", error));
    }

    /** One round: reads what other nodes have opened and closed, and takes the probes that are due. */
    Future<Next> refresh() {
        return settings.recipients() == 0
                ? Future.succeededFuture(Next.REST)
                : store.all(database.workers())
                        .map(this::refresh)
                        .compose(due -> due.isEmpty()
                                ? Future.succeededFuture(List.<ProjectId>of())
                                : store.takeProbes(database.workers(), due, settings))
                        .onSuccess(probing::addAll)
                        .map(Next.REST);
    }

    /** What this node is just opening is not in the table yet. Answers the projects that are to be probed. */
    private List<ProjectId> refresh(Map<ProjectId, Open> all) {
        var known = new HashMap<>(all);
        open.values().stream()
                .filter(breaker -> opening.contains(breaker.project()))
                .forEach(breaker -> known.putIfAbsent(breaker.project(), breaker));
        open = known;
        metrics.breakers(open.size(), relay.isRefusing() ? 1 : 0);
        windows.values().removeIf(window -> window.isOver(System.nanoTime()));
        probing.retainAll(open.keySet());
        return all.values().stream().filter(Open::probeDue).map(Open::project).toList();
    }
}
