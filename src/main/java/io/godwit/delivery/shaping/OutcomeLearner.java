package io.godwit.delivery.shaping;

import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Adjusts the limits of one source at one site to the outcomes of its connections and emails: cuts the rate, suspends the site,
 * or lets both be; and advises when a refused email is tried again. Not thread-safe.
 */
final class OutcomeLearner {

    /** Faults of the site's mail system, or broken connections, in a row that suspend it. */
    private static final int FAULTS_IN_ROW = 5;

    /** Failures in a row that make a site unreachable while other connections to it are open. */
    private static final int FAILURES_BESIDE_OPEN = 3;

    private final ShapedSite site;
    private final LearnedLimits limits;
    private final RandomGenerator random;
    private int faults;
    private int failures;
    private boolean cut;

    OutcomeLearner(ShapedSite site, LearnedLimits limits, RandomGenerator random) {
        this.site = site;
        this.limits = limits;
        this.random = random;
    }

    /** Returns whether the rate was cut, limited by a rule, or the site suspended since the last call. */
    boolean takeCut() {
        var was = cut;
        cut = false;
        return was;
    }

    void connected() {
        limits.connections().established();
        failures = 0;
    }

    /** A connection could not be opened: no host, no answer, no greeting. */
    void connectFailed(String cause, Instant startedAt, Instant now) {
        limits.connections().notEstablished();
        failures++;
        if (isWithoutConnection()) {
            unreachable(cause, startedAt, now);
        }
    }

    /** Returns whether the site takes no connections, as far as is known. */
    private boolean isWithoutConnection() {
        return limits.connections().open() == 0 || failures >= FAILURES_BESIDE_OPEN;
    }

    private void unreachable(String cause, Instant startedAt, Instant now) {
        var sentence = "No server of " + site.name() + " could be reached: " + cause + ".";
        beginSuspension(Hold.Code.UNREACHABLE, Optional.empty(), sentence, startedAt, now);
    }

    /** Begins a suspension; returns the number of suspensions for this cause in a row, 0 when none began. */
    private int beginSuspension(
            Hold.Code code, Optional<String> domain, String sentence, Instant startedAt, Instant now) {
        var times = limits.suspensions().refused(code, domain, sentence, startedAt, now);
        if (times > 0) {
            limits.noteChange();
            cut = true;
        }
        return times;
    }

    /**
     * The site refused a connection at its greeting or at EHLO, before any email was named. Such a refusal is about us, or about the
     * host, whatever its class says of emails, so it suspends the site unless other connections show how many it takes.
     */
    void connectRefused(ShapedRefusal refusal, Instant startedAt, Instant now) {
        var outcome = ShapedOutcome.refused(startedAt, "", refusal, 0);
        applyRule(outcome, now);
        switch (refusal.refusal().kind()) {
            case BLOCKED_SOURCE -> {
                limits.connections().notEstablished();
                blocked(outcome, now);
            }
            case RATE_LIMITED -> {
                limits.noteChange();
                limits.warmUp().ifPresent(WarmUp::deferred);
                if (isOfRate(refusal)) {
                    slowDown(outcome, now);
                }
                notEstablished(outcome, isOfNumber(refusal), now);
            }
            default -> notEstablished(outcome, isOfNumber(refusal), now);
        }
    }

    /** @param ofNumber whether the refusal is for the number of connections */
    private void notEstablished(ShapedOutcome outcome, boolean ofNumber, Instant now) {
        if (ofNumber) {
            limits.connections().refused(now);
            limits.noteChange();
        } else {
            failures++;
        }
        limits.connections().notEstablished();
        if (isWithoutConnection()) {
            var sentence = site.name() + " refuses connections. " + sentence(outcome);
            beginSuspension(Hold.Code.CONNECT_REFUSED, Optional.empty(), sentence, outcome.startedAt(), now);
        }
    }

    /** Returns whether a greeting says that there are connections enough: in words, or as a transient refusal beside others. */
    private boolean isOfNumber(ShapedRefusal refusal) {
        var established = limits.connections().open() - limits.connections().opening();
        return (refusal.refusal().kind() == RefusalClass.RATE_LIMITED && refusal.scope() == RefusalScope.CONNECTIONS)
                || (established > 0 && !refusal.refusal().permanent() && !isOfRate(refusal));
    }

    private static boolean isOfRate(ShapedRefusal refusal) {
        return refusal.refusal().kind() == RefusalClass.RATE_LIMITED
                && (refusal.scope() == RefusalScope.SOURCE || refusal.scope() == RefusalScope.SITE);
    }

    /** Learns how many emails a connection carries from one that ended before an email, which goes on over another one. */
    void connectionEnded(ShapedOutcome outcome, Instant now) {
        limits.noteChange();
        applyRule(outcome, now);
        if (outcome.isOfEmailsPerConnection()) {
            limits.connections().tooManyEmails(outcome.emailsBefore(), now);
        } else {
            limits.connections().broken(outcome.emailsBefore(), now);
        }
    }

    /** Learns from the outcome of an email of the lane. */
    RetryAdvice learn(ShapedOutcome outcome, int lane, Instant now) {
        return switch (outcome.kind()) {
            case ACCEPTED -> answered(outcome, true, now);
            case REFUSED -> refused(outcome, lane, now);
            case BROKEN -> broken(outcome, now);
            case RELEASED -> released(outcome);
        };
    }

    private RetryAdvice answered(ShapedOutcome outcome, boolean isKnown, Instant now) {
        faults = 0;
        limits.answered(isKnown, outcome.startedAt(), now);
        passed(outcome, now, Optional.empty());
        return RetryAdvice.BY_SCHEDULE;
    }

    /** Ends the suspensions that the email tested, other than that it was refused for. */
    private void passed(ShapedOutcome outcome, Instant now, Optional<Hold.Code> refusedFor) {
        limits.suspensions().passed(outcome.senderDomain(), outcome.startedAt(), now, refusedFor);
    }

    private RetryAdvice broken(ShapedOutcome outcome, Instant now) {
        limits.connections().broken(outcome.emailsBefore(), now);
        if (outcome.emailsBefore() == 0 && ++faults >= FAULTS_IN_ROW) {
            unreachable("connections end without a reply", outcome.startedAt(), now);
        }
        limits.suspensions().released(outcome.startedAt());
        return RetryAdvice.BY_SCHEDULE;
    }

    private RetryAdvice released(ShapedOutcome outcome) {
        limits.bucket().release();
        limits.warmUp().ifPresent(WarmUp::release);
        limits.suspensions().released(outcome.startedAt());
        return RetryAdvice.uncounted(Duration.ZERO);
    }

    private RetryAdvice refused(ShapedOutcome outcome, int lane, Instant now) {
        var kind = outcome.refusal().orElseThrow().kind();
        var domain = Optional.of(outcome.senderDomain());
        applyRule(outcome, now);
        return switch (kind) {
            case DEAD -> answered(outcome, false, now);
            case CLOSED, FULL -> answered(outcome, true, now);
            case GREYLISTED, CONTENT, SIZE, POLICY, ROUTING, SESSION, UNKNOWN -> {
                limits.rate().neutral();
                passed(outcome, now, Optional.empty());
                yield RetryAdvice.BY_SCHEDULE;
            }
            case SYSTEM -> fault(outcome, now);
            case RATE_LIMITED -> rateLimited(outcome, lane, now);
            case BLOCKED_SOURCE -> {
                blocked(outcome, now);
                yield RetryAdvice.BY_SCHEDULE;
            }
            case BLOCKED_DOMAIN -> {
                suspend(Hold.Code.BLOCKED_DOMAIN, domain, outcome, now);
                yield RetryAdvice.BY_SCHEDULE;
            }
        };
    }

    private void blocked(ShapedOutcome outcome, Instant now) {
        if (suspend(Hold.Code.BLOCKED_SOURCE, Optional.empty(), outcome, now) == 1) {
            limits.rate().halve(now);
            limits.warmUp().ifPresent(WarmUp::blocked);
        }
    }

    private void applyRule(ShapedOutcome outcome, Instant now) {
        outcome.rule()
                .filter(ReplyRule::limits)
                .filter(rule -> limits.rules().triggers(rule, now))
                .ifPresent(rule -> {
                    limits.noteChange();
                    cut = true;
                    if (!rule.suspend().isZero()) {
                        limits.suspend(suspension(rule, outcome, now));
                    }
                });
    }

    private Suspension suspension(ReplyRule rule, ShapedOutcome outcome, Instant now) {
        var domain = outcome.scope() == RefusalScope.SENDER_DOMAIN
                ? Optional.of(outcome.senderDomain())
                : Optional.<String>empty();
        return new Suspension(
                Hold.Code.REPLY_RULE,
                domain,
                "The rule \"" + rule.name() + "\" suspends the site: " + sentence(outcome),
                now,
                now.plus(rule.suspend()),
                1,
                false);
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
            passed(outcome, now, Optional.of(Hold.Code.SITE_FAULT));
            limits.suspensions().released(outcome.startedAt());
        }
        return RetryAdvice.BY_SCHEDULE;
    }

    private int suspend(Hold.Code code, Optional<String> domain, ShapedOutcome outcome, Instant now) {
        passed(outcome, now, Optional.of(code));
        return beginSuspension(code, domain, sentence(outcome), outcome.startedAt(), now);
    }

    private RetryAdvice rateLimited(ShapedOutcome outcome, int lane, Instant now) {
        limits.noteChange();
        limits.warmUp().ifPresent(WarmUp::deferred);
        return switch (outcome.scope()) {
            case CONNECTION -> {
                limits.connections().tooManyEmails(outcome.emailsBefore(), now);
                yield RetryAdvice.uncounted(Duration.ZERO);
            }
            case CONNECTIONS -> {
                limits.connections().refused(now);
                yield RetryAdvice.uncounted(RetryAdvice.TRANSACTIONAL_PAUSE);
            }
            case SENDER_DOMAIN -> {
                suspend(Hold.Code.RATE_REPLY, Optional.of(outcome.senderDomain()), outcome, now);
                yield ofRate(outcome, lane, now);
            }
            case MESSAGE, MAILBOX -> {
                limits.rate().neutral();
                yield RetryAdvice.BY_SCHEDULE;
            }
            case SOURCE, SITE -> {
                deferred(outcome, now);
                yield ofRate(outcome, lane, now);
            }
        };
    }

    private RetryAdvice ofRate(ShapedOutcome outcome, int lane, Instant now) {
        return RetryAdvice.ofRate(outcome, lane, limits.rate().pausedUntil(), now, random);
    }

    private void deferred(ShapedOutcome outcome, Instant now) {
        passed(outcome, now, Optional.of(Hold.Code.RATE_REPLY));
        slowDown(outcome, now);
    }

    private void slowDown(ShapedOutcome outcome, Instant now) {
        if (limits.rate().deferred(outcome.startedAt(), now, outcome.namesUs())) {
            limits.bucket().empty(limits.rate().pausedUntil());
            cut = true;
        }
    }
}
