package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The traffic shaping of one source at one site: decides whether an email or a connection may start now by the limits that
 * {@link OutcomeLearner} adjusts. Not thread-safe.
 */
final class SiteShaper {

    /** Connections at which one is left to transactional emails. */
    private static final int MIN_FOR_RESERVE = 5;

    private final ShapingKey key;
    private final ShapedSite site;
    private final LearnedLimits limits;
    private final OutcomeLearner learner;
    private int inFlight;
    private Instant usedAt;

    SiteShaper(ShapingKey key, ShapedSite site, LearnedLimits limits, RandomGenerator random, Instant now) {
        this.key = key;
        this.site = site;
        this.limits = limits;
        this.learner = new OutcomeLearner(site, limits, random);
        this.usedAt = now;
    }

    ShapingState state(Instant now) {
        return limits.state(key, now);
    }

    /** Returns the state for a page, with the reason of waiting. */
    SiteTraffic view(Instant now) {
        var hold = findHold(now);
        return new SiteTraffic(
                key,
                site.provider(),
                (int) Math.round(limits.perHour(now)),
                open(),
                limits.maxConnections(now),
                emailsPerConnection(now),
                hold.flatMap(StartPermit::hold),
                hold.map(StartPermit::notBefore),
                limits.suspensions().all(now).stream()
                        .filter(one -> !one.lifted())
                        .toList(),
                limits.warmUp().map(WarmUp::state));
    }

    Instant usedAt() {
        return usedAt;
    }

    int open() {
        return limits.connections().open();
    }

    /** Returns whether no connection is open or being opened, and no email in flight. */
    boolean isIdle() {
        return open() == 0 && inFlight == 0;
    }

    /** Returns whether anything differs from what holds for a site to which nothing was sent yet. */
    boolean hasLearned(Instant now) {
        return limits.hasLearned(now);
    }

    /** Returns whether anything was learned since the last call. */
    boolean takeChanged() {
        return limits.takeChanged();
    }

    /** Returns whether the rate was cut, limited by a rule, or the site suspended since the last call. */
    boolean takeCut() {
        return learner.takeCut();
    }

    /** Returns the reason why all emails wait, transactional ones too, other than that the rate is used up. */
    Optional<StartPermit> findHold(Instant now) {
        return limits.findHold("", true, now);
    }

    private Optional<StartPermit> findHold(TrafficRequest request, Instant now) {
        return limits.findHold(request.senderDomain(), request.mayUseReserve(), now);
    }

    Duration suspendedFor(Instant now) {
        return limits.suspensions().suspendedFor(now);
    }

    StartPermit tryStart(TrafficRequest request, Instant now) {
        usedAt = now;
        limits.advance(now);
        var held = findHold(request, now);
        if (held.isPresent()) {
            return held.get();
        }
        if (!hasConnectionFor(request, now)) {
            return connectionsInUse(now);
        }
        if (!limits.bucket().acquire(request.mayUseReserve())) {
            return rateUsedUp(request, now);
        }
        started(request, now);
        return StartPermit.granted(now);
    }

    /** Returns whether the email leaves a connection to transactional ones. */
    private boolean hasConnectionFor(TrafficRequest request, Instant now) {
        return leavesConnection(request, inFlight - request.overlap(), now);
    }

    /** Returns whether a connection is left to transactional emails, where the site takes enough of them, while so many are in use. */
    private boolean leavesConnection(TrafficRequest request, int inUse, Instant now) {
        var max = limits.maxConnections(now);
        return request.mayUseReserve() || max < MIN_FOR_RESERVE || inUse < max - 1;
    }

    /** Returns the reason the email may use neither an unused nor a new connection while so many are in use. */
    Optional<StartPermit> connectionHold(TrafficRequest request, int inUse, Instant now) {
        return leavesConnection(request, inUse, now) ? Optional.empty() : Optional.of(connectionsInUse(now));
    }

    /** Returns the reason nothing of the sender goes to the site, other than the limits of its rate, connections and warm-up. */
    Optional<StartPermit> suspension(String senderDomain, Instant now) {
        return limits.suspension(senderDomain, now);
    }

    private StartPermit connectionsInUse(Instant now) {
        return StartPermit.heldUntil(
                now.plusSeconds(1),
                Hold.Code.CONNECTIONS,
                "All " + limits.maxConnections(now) + " connections to " + site.name() + " are in use.");
    }

    private StartPermit rateUsedUp(TrafficRequest request, Instant now) {
        var perHour = limits.perHour(now);
        return StartPermit.heldUntil(
                limits.bucket().next(request.mayUseReserve(), perHour),
                Hold.Code.RATE,
                "The rate of " + Math.round(perHour) + " emails an hour to " + site.name() + " is used up.");
    }

    private void started(TrafficRequest request, Instant now) {
        inFlight++;
        limits.rate().started(now);
        limits.suspensions().started(request.senderDomain(), now);
        limits.warmUp().ifPresent(plan -> {
            plan.started(now);
            limits.noteChange();
        });
    }

    /** Returns the number of emails that may start now. */
    int available(TrafficRequest request, Instant now) {
        limits.advance(now);
        if (findHold(request, now).isPresent() || !hasConnectionFor(request, now)) {
            return 0;
        }
        var tokens = Math.min(
                limits.bucket().available(request.mayUseReserve()),
                limits.warmUp()
                        .map(plan -> plan.available(request.mayUseReserve()))
                        .orElse(Integer.MAX_VALUE));
        return limits.suspensions().isProbing(request.senderDomain(), now) ? Math.min(1, tokens) : tokens;
    }

    StartPermit tryConnect(Instant now) {
        usedAt = now;
        return limits.suspensions()
                .connectHold(limits.connections().opening() > 0, now)
                .orElseGet(() -> limits.connections().tryOpen(now, limits.maxConnections(now))
                        ? StartPermit.granted(now)
                        : connectionsInUse(now));
    }

    void connected() {
        learner.connected();
    }

    /** A connection was not opened for a cause that says nothing about the site. */
    void notConnected() {
        limits.connections().notEstablished();
    }

    void disconnected() {
        limits.connections().closed();
    }

    int emailsPerConnection(Instant now) {
        return limits.connections().emailsPerConnection(now);
    }

    /** A connection could not be opened: no host, no answer, no greeting. */
    void connectFailed(String cause, Instant startedAt, Instant now) {
        learner.connectFailed(cause, startedAt, now);
    }

    /** The site refused a connection at its greeting or at EHLO, before any email was named. */
    void connectRefused(ShapedRefusal refusal, Instant startedAt, Instant now) {
        limits.advance(now);
        learner.connectRefused(refusal, startedAt, now);
    }

    /** A used connection ended before the host looked at an email, which goes on over another one. */
    void connectionEnded(ShapedOutcome outcome, Instant now) {
        learner.connectionEnded(outcome, now);
    }

    RetryAdvice record(ShapedOutcome outcome, int lane, Instant now) {
        usedAt = now;
        inFlight = Math.max(0, inFlight - 1);
        limits.advance(now);
        return learner.learn(outcome, lane, now);
    }

    /** Sends nothing before {@code until}, because an operator wants it so. */
    void suspend(Instant until, String sentence, Instant now) {
        limits.suspend(new Suspension(Hold.Code.OPERATOR, Optional.empty(), sentence, now, until, 1, false));
    }

    /** Returns whether the site refuses the source, or cannot be reached from it. */
    boolean isSourceFailing(Instant now) {
        return limits.suspensions().isSourceFailing(now);
    }

    /** Returns whether nothing is sent to the site now, whoever the sender is. */
    boolean isSuspended(Instant now) {
        return limits.suspensions().isSiteSuspended(now);
    }

    /** Ends suspensions, pauses and rules' limits; with {@code testing} a single email tests the site first. */
    void resume(boolean testing, Instant now) {
        limits.resume(testing, now);
    }
}
