package io.godwit.delivery.shaping;

import io.godwit.delivery.shaping.ShapingState.RuleLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The limits of one source at one site: the rate, the connections and the warm-up as they are learned, the reply rules in force,
 * and the suspensions. Not thread-safe.
 */
final class LearnedLimits {

    /** The time the rate does not grow after too many unknown recipients, and the name of that limit. */
    private static final Duration HELD = Duration.ofHours(1);

    private static final String UNKNOWN_RECIPIENTS = "unknown recipients";

    private final ShapedSite site;
    private final RateBucket bucket;
    private final LearnedRate rate;
    private final ConnectionLimit connections;
    private final SuspensionSet suspensions = new SuspensionSet();
    private final ReplyRuleCounter rules = new ReplyRuleCounter();
    private final UnknownRecipientCounter recipients = new UnknownRecipientCounter();
    private final Optional<WarmUp> warmUp;
    private boolean changed;

    LearnedLimits(ShapedSite site, boolean warmsUp, Instant now) {
        this.site = site;
        bucket = new RateBucket(now);
        rate = new LearnedRate(site.limits(), now);
        connections = new ConnectionLimit(site.limits());
        warmUp = warmsUp ? Optional.of(new WarmUp(now)) : Optional.empty();
    }

    /** Continues with stored limits. */
    LearnedLimits(ShapedSite site, ShapingState stored, boolean warmsUp, Instant now) {
        this.site = site;
        bucket = new RateBucket(now);
        rate = new LearnedRate(site.limits(), stored.rate(), now);
        connections = new ConnectionLimit(site.limits(), stored.connections());
        warmUp = warmsUp
                ? Optional.of(stored.warmUp().map(day -> new WarmUp(day, now)).orElseGet(() -> new WarmUp(now)))
                : Optional.empty();
        suspensions.restore(stored.suspensions());
        rules.restore(stored.ruleLimits());
    }

    ShapingState state(ShapingKey key, Instant now) {
        return new ShapingState(
                key,
                rate.state(),
                connections.state(),
                suspensions.all(now),
                rules.limits(now),
                warmUp.map(WarmUp::state));
    }

    RateBucket bucket() {
        return bucket;
    }

    LearnedRate rate() {
        return rate;
    }

    ConnectionLimit connections() {
        return connections;
    }

    SuspensionSet suspensions() {
        return suspensions;
    }

    ReplyRuleCounter rules() {
        return rules;
    }

    Optional<WarmUp> warmUp() {
        return warmUp;
    }

    /** Returns the emails an hour, by what was learned and by the rules in force. */
    double perHour(Instant now) {
        return rules.rate(now).map(limit -> Math.min(limit, rate.perHour())).orElse(rate.perHour());
    }

    /** Returns the connections at once, by what was learned and by the rules in force. */
    int maxConnections(Instant now) {
        return rules.connections(now)
                .map(limit -> Math.min(limit, connections.limit()))
                .orElse(connections.limit());
    }

    /** Lets the rate and the warm-up grow with the time, and adds the tokens of it. */
    void advance(Instant now) {
        var before = rate.perHour();
        rate.advance(rules.rate(now).filter(limit -> limit <= before).isEmpty(), now);
        warmUp.ifPresent(plan -> plan.advance(now));
        if (now.isAfter(rate.pausedUntil())) {
            bucket.fill(perHour(now), now);
        }
        changed |= before != rate.perHour();
    }

    /**
     * Returns the reason why emails wait, other than that the rate is used up.
     *
     * @param mayUseReserve whether for a transactional email
     */
    Optional<StartPermit> findHold(String senderDomain, boolean mayUseReserve, Instant now) {
        var suspended = suspensions.findHold(senderDomain, now);
        if (suspended.isPresent()) {
            return suspended;
        }
        if (now.isBefore(rate.pausedUntil())) {
            return Optional.of(StartPermit.heldUntil(
                    rate.pausedUntil(),
                    Hold.Code.RATE_REPLY,
                    site.name() + " deferred emails for their rate; sending goes on at " + rate.pausedUntil() + " with "
                            + Math.round(rate.perHour()) + " emails an hour."));
        }
        return warmUp.flatMap(plan -> plan.heldUntil(mayUseReserve)
                .map(until -> StartPermit.heldUntil(until, Hold.Code.WARM_UP, plan.sentence())));
    }

    /** Returns the reason an email that has its permit must not go on: a suspension in force, or a pause after a deferral. */
    Optional<StartPermit> suspension(String senderDomain, Instant now) {
        return findHold(senderDomain, true, now).filter(permit -> permit.hold()
                .filter(hold -> hold.code() != Hold.Code.PROBE && hold.code() != Hold.Code.WARM_UP)
                .isPresent());
    }

    /**
     * The site took an email, or refused it for its recipient. An unknown recipient proves nothing for the rate, and too many of them
     * hold it: a site takes a sender who goes on to more of them for one who guesses addresses.
     */
    void answered(boolean isKnown, Instant startedAt, Instant now) {
        recipients.count(isKnown, now);
        if (isKnown) {
            rate.proven(startedAt);
            return;
        }
        rate.neutral();
        if (recipients.isTooMany(now)) {
            var limit = Optional.of((int) rate.perHour());
            changed |= rules.begin(new RuleLimit(UNKNOWN_RECIPIENTS, limit, Optional.empty(), now.plus(HELD)), now);
        }
    }

    void suspend(Suspension suspension) {
        suspensions.put(suspension);
        changed = true;
    }

    /** Ends suspensions, pauses and rules' limits; with {@code testing} a single email tests the site first. */
    void resume(boolean testing, Instant now) {
        suspensions.end(now, testing);
        rate.resume(now);
        rules.clear();
        changed = true;
    }

    /** Returns whether any limit differs from the first ones. A warm-up always does: it counts the emails of the day. */
    boolean hasLearned(Instant now) {
        return changed
                || warmUp.isPresent()
                || rate.hasLearned()
                || connections.hasLearned()
                || !suspensions.all(now).isEmpty()
                || !rules.limits(now).isEmpty();
    }

    /** Notes that the stored limits are out of date. */
    void noteChange() {
        changed = true;
    }

    /** Returns whether anything was learned since the last call. */
    boolean takeChanged() {
        var was = changed;
        changed = false;
        return was;
    }
}
