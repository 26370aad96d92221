package io.godwit.sending.pipeline;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.core.EmailAddress;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.WaitingRefusal;
import io.godwit.sending.pipeline.RefusalCircuitBreakerStore.Open;
import io.godwit.sending.pipeline.RefusalWindow.Reply;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.godwit.sending.queue.RefusalSettings;
import io.godwit.sending.queue.SendMetrics;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breakers for common refusals. When many recipients of different domains get the same refusal within a short time,
 * it is about the mail server or about us: the emails of the project are paused, and when several projects are affected, all
 * emails. No email bounces by such a refusal, because a permanent refusal ends its email only after a while
 * ({@link WaitingRefusal}). One email at a time is sent as a probe; the first that is accepted closes the breaker.
 *
 * <p>Refusals are counted over all nodes ({@link RefusalWindows}). A project's breaker is a row of {@code refusal_breakers}, so
 * all nodes obey it and it survives a restart. The breaker of all emails is this node's alone. All its state belongs to the
 * context it is used on.
 */
final class RefusalCircuitBreaker {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalCircuitBreaker.class);

    private final RefusalSettings settings;
    private final RefusalCircuitBreakerWriter writer;
    private final SendMetrics metrics;
    private final MailServerCircuitBreaker mailServer;
    private final RefusalWindows windows;
    private final OpenCircuitBreakers open = new OpenCircuitBreakers();

    RefusalCircuitBreaker(
            RefusalSettings settings,
            RefusalCircuitBreakerWriter writer,
            SendMetrics metrics,
            MailServerCircuitBreaker mailServer,
            RefusalWindows windows) {
        this.settings = settings;
        this.writer = writer;
        this.metrics = metrics;
        this.mailServer = mailServer;
        this.windows = windows;
    }

    /** Begins to count the replies that other nodes get, on the caller's context. */
    void start() {
        if (settings.recipients() > 0) {
            windows.follow(this::onCommon);
        }
    }

    private void onCommon(Optional<ProjectId> project, String pattern, String reply) {
        if (project.isEmpty()) {
            openAll(pattern, reply);
        } else {
            open(project.get(), pattern, reply);
        }
    }

    /**
     * Returns whether emails of the lane may be claimed: always, unless its project's breaker is open and no probe is due.
     */
    boolean mayGo(Lane lane) {
        return open.mayGo(lane);
    }

    /** Returns the shares, cut to one email for each project that is probed. */
    List<Share> limitToProbes(List<Share> shares) {
        return open.limitToProbes(shares);
    }

    /** Marks claimed emails of projects whose breaker is open as probes. */
    void claimed(List<ClaimedEmail> allClaimed) {
        open.claimed(allClaimed);
    }

    /** Returns whether the breaker is open for this email: claimed before its project's breaker opened, it has to be released. */
    boolean isOpen(ClaimedEmail claimed) {
        return open.isOpen(claimed);
    }

    /** Returns whether the project's breaker is open for this refusal. */
    private boolean isCommon(ProjectId project, String pattern) {
        return open.find(project)
                .filter(breaker -> breaker.pattern().equals(pattern))
                .isPresent();
    }

    /** Returns whether the email can end by its waiting refusal. */
    boolean concludes(ClaimedEmail claimed, WaitingRefusal refusal) {
        return !mailServer.isRefusing(refusal.pattern()) && !isCommon(claimed.project(), refusal.pattern());
    }

    /**
     * Returns the time for which the refusal is to wait on: while others like it arrive, so few at a time that they would end
     * their emails before there are enough to open the breaker. Empty when it has waited long enough.
     */
    Optional<Duration> remainingWait(ClaimedEmail claimed, WaitingRefusal refusal) {
        var remaining = settings.maxWaitTime().minus(Duration.between(refusal.since(), Instant.now()));
        return remaining.toMillis() <= 0 || !windows.maySpread(System.nanoTime(), claimed.project(), refusal.pattern())
                ? Optional.empty()
                : Optional.of(remaining.compareTo(settings.waitTime()) < 0 ? remaining : settings.waitTime());
    }

    /** Notes that the mail server accepted an email. */
    void accepted(ClaimedEmail claimed, EmailAddress recipient) {
        if (mailServer.isRefusing()) {
            LOG.warn("The mail server accepts emails again");
            windows.clearAllProjects();
            writer.freeAllAndProbe(mailServer.pattern()).onSuccess(ignored -> mailServer.accepted());
        } else {
            windows.addOfServer(System.nanoTime(), Reply.acceptance(claimed.project(), recipient));
        }
        acceptedByMx(claimed, recipient);
    }

    /** Notes that a mail host accepted an email, which says nothing about the mail server. */
    void acceptedByMx(ClaimedEmail claimed, EmailAddress recipient) {
        if (open.ended(claimed)) {
            open.find(claimed.project()).ifPresent(this::close);
        } else {
            windows.add(System.nanoTime(), Reply.acceptance(claimed.project(), recipient));
        }
    }

    /** Notes that an attempt ended without a reply that matters here. */
    void ended(ClaimedEmail claimed) {
        open.ended(claimed);
    }

    /**
     * Counts the failure of an attempt, and decides what becomes of its outcome.
     *
     * @param byServer whether the mail server refused, and not the mail host of the recipient
     */
    RefusalDecision assess(EmailAttempt email, AttemptOutcome outcome, boolean byServer) {
        open.ended(email.claimed());
        var refusal = outcome.refusal().filter(ClassifiedRefusal::permanent);
        if (settings.recipients() == 0 || refusal.isEmpty()) {
            return RefusalDecision.FINAL;
        }
        var project = email.claimed().project();
        var pattern = refusal.get().fingerprint(email.to());
        var now = System.nanoTime();
        var reply = Reply.refusal(pattern, project, email.to(), outcome.reason());
        windows.add(now, reply);
        if (byServer) {
            windows.addOfServer(now, reply);
            assessServer(now, pattern, outcome.reason());
        }
        if (windows.isCommon(now, Optional.of(project), pattern)) {
            open(project, pattern, outcome.reason());
        }
        if (!isCommon(project, pattern) && !(byServer && mailServer.isRefusing(pattern))) {
            return outcome.end().isPresent() ? RefusalDecision.WAITING : RefusalDecision.FINAL;
        }
        metrics.commonRefusal();
        return RefusalDecision.COMMON;
    }

    private void assessServer(long now, String pattern, String reply) {
        if (mailServer.isRefusing(pattern)) {
            mailServer.refusesAll(pattern, reply);
        } else if (windows.isCommon(now, Optional.empty(), pattern)) {
            openAll(pattern, reply);
        }
    }

    /** Returns the refusal that ends the email after {@link #waitDuration}. */
    static WaitingRefusal waitingRefusal(EmailAttempt email, AttemptOutcome outcome) {
        return new WaitingRefusal(outcome.refusal().orElseThrow().fingerprint(email.to()), Instant.now(), outcome);
    }

    /** Returns the time for which a permanent refusal waits before it ends its email. */
    Duration waitDuration() {
        return settings.waitTime();
    }

    /** The decision about the outcome of a failed attempt. */
    enum RefusalDecision {
        /** The outcome is recorded as it is. */
        FINAL,
        /** The outcome is recorded after a pause, unless the refusal becomes common. */
        WAITING,
        /** The refusal is common: the email is deferred. */
        COMMON
    }

    /**
     * Stops all emails of this node by the mail server, and notifies the owners of the projects whose emails got the refusal. Their own
     * breakers stay as they are, which all nodes obey: the server may refuse this node alone.
     */
    private void openAll(String pattern, String reply) {
        if (mailServer.isRefusing()) {
            return;
        }
        mailServer.refusesAll(pattern, reply);
        LOG.atError()
                .addKeyValue("reply", reply)
                .log(
                        "The mail server refuses the emails of several projects alike; nothing is sent until it takes one again");
        writer.freeAll(pattern);
        windows.refused(System.nanoTime(), pattern).forEach(project -> writer.notifyOfAll(project, pattern, reply));
    }

    /** Opens the project's breaker unless it is open, at once for this node; other nodes read the row a moment later. */
    private void open(ProjectId project, String pattern, String reply) {
        if (open.contains(project)) {
            return;
        }
        var breaker = new Open(project, pattern, reply, false);
        open.open(breaker);
        LOG.atError()
                .addKeyValue("project", project)
                .addKeyValue("reply", reply)
                .log(
                        "Many recipients of different domains got the same refusal; the project's emails are paused until one is accepted");
        writer.open(breaker).onComplete(ignored -> open.opened(project));
    }

    private void close(Open breaker) {
        writer.close(breaker).onSuccess(ignored -> closed(breaker.project()));
    }

    private void closed(ProjectId project) {
        open.close(project);
        windows.remove(project);
        LOG.atWarn().addKeyValue("project", project).log("The project's emails are accepted again and go on");
    }

    /** Reads the breakers that other nodes have opened and closed, and takes the probes that are due. */
    Future<Next> refresh() {
        return settings.recipients() == 0
                ? Future.succeededFuture(Next.IDLE)
                : writer.readAll()
                        .map(this::refresh)
                        .compose(writer::claimProbes)
                        .onSuccess(open::probe)
                        .map(Next.IDLE);
    }

    /** Follows the stored breakers; returns the projects to probe. */
    private List<ProjectId> refresh(Map<ProjectId, Open> stored) {
        open.replace(stored).forEach(windows::remove);
        metrics.circuitBreakers(open.size(), mailServer.isRefusing() ? 1 : 0);
        windows.deleteExpired(System.nanoTime());
        return stored.values().stream()
                .filter(Open::probeDue)
                .map(Open::project)
                .toList();
    }
}
