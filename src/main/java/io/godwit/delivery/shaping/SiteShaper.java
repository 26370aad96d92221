package io.godwit.delivery.shaping;

import io.godwit.bounces.RefusalScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The traffic shaping of one source at one site. Not thread-safe. */
final class SiteShaper {

    /** Faults of the site's mail system, or broken connections, in a row that suspend it. */
    private static final int FAULTS_IN_ROW = 5;

    /** Failures in a row that make a site unreachable while other connections to it are open. */
    private static final int FAILURES_BESIDE_OPEN = 3;

    /** Connections at which one is left to transactional emails. */
    private static final int LEAST_FOR_RESERVE = 5;

    private final ShapingKey key;
    private final ShapedSite site;
    private final RandomGenerator random;
    private final RateBucket bucket;
    private final LearnedRate learned;
    private final ConnectionLimit connections;
    private final SuspensionSet suspensions = new SuspensionSet();
    private final ReplyRuleCounter ruleCounter = new ReplyRuleCounter();
    private final Optional<WarmUp> warmUp;
    private int inFlight;
    private int faults;
    private int failures;
    private Instant usedAt;
    private boolean changed;
    private boolean cut;

    SiteShaper(ShapingKey key, ShapedSite site, boolean warmsUp, RandomGenerator random, Instant now) {
        this.key = key;
        this.site = site;
        this.random = random;
        bucket = new RateBucket(now);
        learned = new LearnedRate(site.limits(), now);
        connections = new ConnectionLimit(site.limits());
        warmUp = warmsUp ? Optional.of(new WarmUp(now)) : Optional.empty();
        usedAt = now;
    }

    SiteShaper(ShapedSite site, ShapingState stored, boolean warmsUp, RandomGenerator random, Instant now) {
        key = stored.key();
        this.site = site;
        this.random = random;
        bucket = new RateBucket(now);
        learned = new LearnedRate(site.limits(), stored.rate(), now);
        connections = new ConnectionLimit(site.limits(), stored.connections());
        warmUp = warmsUp
                ? Optional.of(stored.warmUp().map(day -> new WarmUp(day, now)).orElseGet(() -> new WarmUp(now)))
                : Optional.empty();
        suspensions.restore(stored.suspensions());
        usedAt = now;
    }

    ShapingState state(Instant now) {
        return new ShapingState(
                key, learned.state(), connections.state(), suspensions.all(now), warmUp.map(WarmUp::state));
    }

    /** Returns the state for a page, with the reason of waiting. */
    SiteTraffic view(Instant now) {
        var hold = hold("", now);
        return new SiteTraffic(
                key,
                site.provider(),
                (int) Math.round(rate(now)),
                connections.open(),
                maxConnections(now),
                connections.mailsPerConnection(now),
                hold.flatMap(StartPermit::hold),
                hold.map(StartPermit::notBefore),
                suspensions.all(now).stream().filter(one -> !one.lifted()).toList(),
                warmUp.map(WarmUp::state));
    }

    ShapedSite site() {
        return site;
    }

    Instant usedAt() {
        return usedAt;
    }

    int open() {
        return connections.open();
    }

    /** Returns whether anything was learned since the last call. */
    boolean takeChanged() {
        var was = changed;
        changed = false;
        return was;
    }

    /** Returns whether the rate was cut or the site suspended since the last call. */
    boolean takeCut() {
        var was = cut;
        cut = false;
        return was;
    }

    private double rate(Instant now) {
        return ruleCounter
                .rate(now)
                .map(limit -> Math.min(limit, learned.perHour()))
                .orElse(learned.perHour());
    }

    private int maxConnections(Instant now) {
        return ruleCounter
                .connections(now)
                .map(limit -> Math.min(limit, connections.limit()))
                .orElse(connections.limit());
    }

    private void advance(Instant now) {
        var before = learned.perHour();
        learned.advance(now);
        warmUp.ifPresent(plan -> plan.advance(now));
        if (now.isAfter(learned.pausedUntil())) {
            bucket.fill(rate(now), now);
        }
        changed |= before != learned.perHour();
    }

    /** Returns the reason why emails wait, other than that the rate is used up. */
    Optional<StartPermit> hold(String senderDomain, Instant now) {
        var suspended = suspensions.hold(senderDomain, now);
        if (suspended.isPresent()) {
            return suspended;
        }
        if (now.isBefore(learned.pausedUntil())) {
            return Optional.of(StartPermit.heldUntil(
                    learned.pausedUntil(),
                    Hold.Code.RATE_REPLY,
                    site.name() + " deferred emails for their rate; sending goes on at " + learned.pausedUntil()
                            + " with " + Math.round(learned.perHour()) + " emails an hour."));
        }
        return warmUp.flatMap(plan ->
                plan.heldUntil().map(until -> StartPermit.heldUntil(until, Hold.Code.WARM_UP, plan.sentence() + ".")));
    }

    StartPermit tryStart(TrafficRequest request, Instant now) {
        usedAt = now;
        advance(now);
        var held = hold(request.senderDomain(), now);
        if (held.isPresent()) {
            return held.get();
        }
        if (!hasConnectionFor(request, now)) {
            return connectionsInUse(now);
        }
        if (!bucket.take(request.mayUseReserve())) {
            return StartPermit.heldUntil(
                    bucket.next(request.mayUseReserve(), rate(now)),
                    Hold.Code.RATE,
                    "The rate of " + Math.round(rate(now)) + " emails an hour to " + site.name() + " is used up.");
        }
        inFlight++;
        learned.started(now);
        suspensions.started(request.senderDomain(), now);
        warmUp.ifPresent(plan -> plan.started(now));
        changed |= warmUp.isPresent();
        return StartPermit.granted(now);
    }

    /** Returns whether the email leaves a connection to transactional ones, where the site takes enough of them. */
    private boolean hasConnectionFor(TrafficRequest request, Instant now) {
        var max = maxConnections(now);
        return request.lane() == 0 || max < LEAST_FOR_RESERVE || inFlight < max - 1;
    }

    private StartPermit connectionsInUse(Instant now) {
        return StartPermit.heldUntil(
                now.plusSeconds(1),
                Hold.Code.CONNECTIONS,
                "All " + maxConnections(now) + " connections to " + site.name() + " are in use.");
    }

    /** Returns the number of emails that may start now. */
    int available(TrafficRequest request, Instant now) {
        advance(now);
        if (hold(request.senderDomain(), now).isPresent() || !hasConnectionFor(request, now)) {
            return 0;
        }
        var tokens = Math.min(
                bucket.available(request.mayUseReserve()),
                warmUp.map(WarmUp::available).orElse(Integer.MAX_VALUE));
        return suspensions.isProbing(request.senderDomain(), now) ? Math.min(1, tokens) : tokens;
    }

    StartPermit tryConnect(Instant now) {
        usedAt = now;
        return connections.tryOpen(now, maxConnections(now)) ? StartPermit.granted(now) : connectionsInUse(now);
    }

    void connected() {
        failures = 0;
    }

    void disconnected() {
        connections.closed();
    }

    int mailsPerConnection(Instant now) {
        return connections.mailsPerConnection(now);
    }

    /** A connection could not be opened: no host, no answer, no greeting. */
    void connectFailed(String cause, Instant startedAt, Instant now) {
        connections.closed();
        failures++;
        if (connections.open() == 0 || failures >= FAILURES_BESIDE_OPEN) {
            unreachable(cause, startedAt, now);
        }
    }

    private void unreachable(String cause, Instant startedAt, Instant now) {
        var sentence = "No server of " + site.name() + " could be reached: " + cause + ".";
        changed |= suspensions.refused(Hold.Code.UNREACHABLE, Optional.empty(), sentence, startedAt, now) > 0;
    }

    /** The site refused a connection at its greeting or at EHLO, before any email was named. */
    RetryAdvice connectRefused(ShapedRefusal refusal, Instant startedAt, Instant now) {
        advance(now);
        var advice = refused(ShapedOutcome.refused(startedAt, "", refusal, 0), 1, now);
        connections.closed();
        return advice;
    }

    RetryAdvice record(ShapedOutcome outcome, int lane, Instant now) {
        usedAt = now;
        inFlight = Math.max(0, inFlight - 1);
        advance(now);
        return switch (outcome.kind()) {
            case ACCEPTED -> accepted(outcome, now);
            case REFUSED -> refused(outcome, lane, now);
            case BROKEN -> broken(outcome, now);
            case RELEASED -> released(outcome);
        };
    }

    private RetryAdvice accepted(ShapedOutcome outcome, Instant now) {
        proven(outcome, now);
        return RetryAdvice.BY_SCHEDULE;
    }

    private void proven(ShapedOutcome outcome, Instant now) {
        faults = 0;
        learned.proven(outcome.startedAt());
        suspensions.passed(outcome.senderDomain(), outcome.startedAt(), now, Optional.empty());
    }

    private RetryAdvice broken(ShapedOutcome outcome, Instant now) {
        connections.broken(outcome.mailsBefore(), now);
        if (outcome.mailsBefore() == 0 && ++faults >= FAULTS_IN_ROW) {
            unreachable("connections end without a reply", outcome.startedAt(), now);
        }
        suspensions.released(outcome.startedAt());
        return RetryAdvice.BY_SCHEDULE;
    }

    private RetryAdvice released(ShapedOutcome outcome) {
        bucket.giveBack();
        warmUp.ifPresent(WarmUp::giveBack);
        suspensions.released(outcome.startedAt());
        return RetryAdvice.uncounted(Duration.ZERO);
    }

    private RetryAdvice refused(ShapedOutcome outcome, int lane, Instant now) {
        var kind = outcome.refusal().orElseThrow().kind();
        var domain = Optional.of(outcome.senderDomain());
        applyRule(outcome, now);
        return switch (kind) {
            case DEAD, CLOSED, FULL -> accepted(outcome, now);
            case GREYLISTED, CONTENT, SIZE, POLICY, ROUTING, SESSION, UNKNOWN -> {
                learned.neutral();
                suspensions.passed(outcome.senderDomain(), outcome.startedAt(), now, Optional.empty());
                yield RetryAdvice.BY_SCHEDULE;
            }
            case SYSTEM -> fault(outcome, now);
            case RATE_LIMITED -> rateLimited(outcome, lane, now);
            case BLOCKED_SOURCE -> {
                if (suspend(Hold.Code.BLOCKED_SOURCE, Optional.empty(), outcome, now) == 1) {
                    learned.halve(now);
                    warmUp.ifPresent(WarmUp::blocked);
                }
                yield RetryAdvice.BY_SCHEDULE;
            }
            case BLOCKED_DOMAIN -> {
                suspend(Hold.Code.BLOCKED_DOMAIN, domain, outcome, now);
                yield RetryAdvice.BY_SCHEDULE;
            }
        };
    }

    private int suspend(Hold.Code code, Optional<String> domain, ShapedOutcome outcome, Instant now) {
        suspensions.passed(outcome.senderDomain(), outcome.startedAt(), now, Optional.of(code));
        var times = suspensions.refused(code, domain, sentence(outcome), outcome.startedAt(), now);
        changed |= times > 0;
        cut |= times > 0;
        return times;
    }

    private String sentence(ShapedOutcome outcome) {
        var refusal = outcome.refusal().orElseThrow();
        return site.name() + " replied \""
                + refusal.code().map(code -> code + " ").orElse("") + refusal.line() + "\".";
    }

    private RetryAdvice fault(ShapedOutcome outcome, Instant now) {
        faults++;
        if (faults >= FAULTS_IN_ROW) {
            suspend(Hold.Code.SITE_FAULT, Optional.empty(), outcome, now);
        } else {
            suspensions.passed(outcome.senderDomain(), outcome.startedAt(), now, Optional.of(Hold.Code.SITE_FAULT));
            suspensions.released(outcome.startedAt());
        }
        return RetryAdvice.BY_SCHEDULE;
    }

    private RetryAdvice rateLimited(ShapedOutcome outcome, int lane, Instant now) {
        changed = true;
        warmUp.ifPresent(WarmUp::deferred);
        return switch (outcome.scope()) {
            case CONNECTION -> {
                connections.tooManyMails(outcome.mailsBefore(), now);
                yield RetryAdvice.uncounted(Duration.ZERO);
            }
            case CONNECTIONS -> {
                connections.refused(now);
                yield RetryAdvice.uncounted(RetryAdvice.SOON);
            }
            case SENDER_DOMAIN -> {
                suspend(Hold.Code.RATE_REPLY, Optional.of(outcome.senderDomain()), outcome, now);
                yield RetryAdvice.ofRate(outcome, lane, learned.pausedUntil(), now, random);
            }
            case MESSAGE, MAILBOX -> {
                learned.neutral();
                yield RetryAdvice.BY_SCHEDULE;
            }
            case SOURCE, SITE -> {
                deferred(outcome, now);
                yield RetryAdvice.ofRate(outcome, lane, learned.pausedUntil(), now, random);
            }
        };
    }

    private void deferred(ShapedOutcome outcome, Instant now) {
        suspensions.passed(outcome.senderDomain(), outcome.startedAt(), now, Optional.of(Hold.Code.RATE_REPLY));
        if (learned.deferred(outcome.startedAt(), now, outcome.namesUs())) {
            bucket.empty(learned.pausedUntil());
            cut = true;
        }
    }

    private void applyRule(ShapedOutcome outcome, Instant now) {
        outcome.rule()
                .filter(ReplyRule::limits)
                .filter(rule -> ruleCounter.triggers(rule, now))
                .ifPresent(rule -> {
                    changed = true;
                    if (!rule.suspend().isZero()) {
                        var domain = outcome.scope() == RefusalScope.SENDER_DOMAIN
                                ? Optional.of(outcome.senderDomain())
                                : Optional.<String>empty();
                        suspensions.put(new Suspension(
                                Hold.Code.REPLY_RULE,
                                domain,
                                "The rule \"" + rule.name() + "\" suspends the site: " + sentence(outcome),
                                now,
                                now.plus(rule.suspend()),
                                1,
                                false));
                    }
                });
    }

    void suspend(Instant until, String sentence, Instant now) {
        suspensions.put(new Suspension(Hold.Code.OPERATOR, Optional.empty(), sentence, now, until, 1, false));
        changed = true;
    }

    /** Ends suspensions, pauses and rules' limits; with {@code testing} a single email tests the site first. */
    void resume(boolean testing, Instant now) {
        suspensions.end(now, testing);
        learned.resume(now);
        ruleCounter.clear();
        changed = true;
    }
}
