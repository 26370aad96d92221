package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The traffic shaping of one node: one state for each egress source and site. Not thread-safe; all calls come from one event
 * loop. The caller gives the time.
 *
 * <p>An email starts in this order: {@link #tryStart} takes its token; {@link #tryConnect} opens a connection where none is
 * free, whose outcome is {@link #connected}, {@link #connectFailed}, {@link #connectRefused} or {@link #notConnected}, and the end
 * of a connection is {@link #disconnected}; {@link #record} tells the outcome of every start that was granted, exactly once.
 */
public final class TrafficShaper {

    /** The time after which an unused state leaves the memory. */
    private static final Duration UNUSED = Duration.ofDays(7);

    /** The time after which an unused state leaves the memory that is as at first: nothing it counts is older. */
    private static final Duration UNUSED_AND_UNLEARNED = Duration.ofHours(1);

    private final ShapingRules rules;
    private final Predicate<String> warmsUp;
    private final RandomGenerator random;
    private final Map<ShapingKey, SiteShaper> keyToShaper = new HashMap<>();
    private final Map<ShapingKey, ShapingState> restored = new HashMap<>();

    private Runnable onCut = () -> {};

    /** @param warmsUp whether the egress source of this name is new and is warmed up */
    public TrafficShaper(ShapingRules rules, Predicate<String> warmsUp, RandomGenerator random) {
        this.rules = rules;
        this.warmsUp = warmsUp;
        this.random = random;
    }

    public ShapingRules rules() {
        return rules;
    }

    /** Calls the action after each cut of a rate, and each suspension and limit that a reply or a failure began. */
    public void onCut(Runnable action) {
        onCut = action;
    }

    /** Asks for the start of one email and takes its token. */
    public StartPermit tryStart(String source, ShapedSite site, TrafficRequest request, Instant now) {
        return shaper(source, site, now).tryStart(request, now);
    }

    /** Returns the number of emails that may start now, for a claim of so many. */
    public int available(String source, ShapedSite site, TrafficRequest request, Instant now) {
        return shaper(source, site, now).available(request, now);
    }

    /**
     * Returns whether this node has asked for the source at the site since it took the source over, and has not forgotten it. The
     * stored state of a site that was not asked for yet is not known here.
     */
    public boolean isKnown(ShapingKey key) {
        return keyToShaper.containsKey(key);
    }

    /** Returns the reason why nothing starts now, transactional emails included, other than that the rate is used up. */
    public Optional<StartPermit> findHold(ShapingKey key, Instant now) {
        return find(key).flatMap(shaper -> shaper.findHold(now));
    }

    /** Returns for how long the whole site has been suspended for a refusal or a failure, again and again. */
    public Duration suspendedFor(ShapingKey key, Instant now) {
        return find(key).map(shaper -> shaper.suspendedFor(now)).orElse(Duration.ZERO);
    }

    /**
     * Returns the reason an email that has its permit, and waited for its turn on a connection, must not go on: the site was suspended,
     * or deferred another for the rate, meanwhile.
     */
    public Optional<StartPermit> suspension(ShapingKey key, String senderDomain, Instant now) {
        return find(key).flatMap(shaper -> shaper.suspension(senderDomain, now));
    }

    /**
     * Returns the reason the email may use neither an unused nor a new connection: the last one is left to transactional emails.
     *
     * @param inUse connections that carry emails or are being opened
     */
    public Optional<StartPermit> connectionHold(
            String source, ShapedSite site, TrafficRequest request, int inUse, Instant now) {
        return shaper(source, site, now).connectionHold(request, inUse, now);
    }

    /** Asks for one more connection. */
    public StartPermit tryConnect(String source, ShapedSite site, Instant now) {
        return shaper(source, site, now).tryConnect(now);
    }

    /** The connection was greeted and is ready. */
    public void connected(ShapingKey key) {
        find(key).ifPresent(SiteShaper::connected);
    }

    /** The connection was not opened for a cause that says nothing about the site, such as a policy of the recipient's domain. */
    public void notConnected(ShapingKey key) {
        find(key).ifPresent(SiteShaper::notConnected);
    }

    /** An open connection ended, for any reason. */
    public void disconnected(ShapingKey key) {
        find(key).ifPresent(SiteShaper::disconnected);
    }

    /**
     * No connection could be opened: no host was found, none answered, or none greeted.
     *
     * @param cause the end of a sentence: {@code connection refused by mx1.example.com}
     * @param startedAt the time the connection was asked for
     */
    public void connectFailed(ShapingKey key, String cause, Instant startedAt, Instant now) {
        find(key).ifPresent(shaper -> {
            shaper.connectFailed(cause, startedAt, now);
            notifyOfCut(shaper);
        });
    }

    /** The site refused the connection at its greeting, or at EHLO or STARTTLS. */
    public void connectRefused(ShapingKey key, ShapedRefusal refusal, Instant startedAt, Instant now) {
        find(key).ifPresent(shaper -> {
            shaper.connectRefused(refusal, startedAt, now);
            notifyOfCut(shaper);
        });
    }

    private void notifyOfCut(SiteShaper shaper) {
        if (shaper.takeCut()) {
            onCut.run();
        }
    }

    /**
     * A connection that had carried emails ended before the host looked at the next one, which goes on over another connection and
     * whose outcome is still to come.
     */
    public void connectionEnded(ShapingKey key, ShapedOutcome outcome, Instant now) {
        find(key).ifPresent(shaper -> {
            shaper.connectionEnded(outcome, now);
            notifyOfCut(shaper);
        });
    }

    /** Returns the max emails of one connection. */
    public int emailsPerConnection(String source, ShapedSite site, Instant now) {
        return shaper(source, site, now).emailsPerConnection(now);
    }

    /**
     * Learns from the outcome of a start.
     *
     * @param lane of the email
     */
    public RetryAdvice record(ShapingKey key, ShapedOutcome outcome, int lane, Instant now) {
        return find(key)
                .map(shaper -> {
                    var advice = shaper.record(outcome, lane, now);
                    notifyOfCut(shaper);
                    return advice;
                })
                .orElse(RetryAdvice.BY_SCHEDULE);
    }

    /** Sends nothing before {@code until}, because an operator wants it so. */
    public void suspend(String source, ShapedSite site, Instant until, String sentence, Instant now) {
        shaper(source, site, now).suspend(until, sentence, now);
    }

    /** Ends every suspension of the source at the site. */
    public void resume(ShapingKey key, Instant now) {
        findOrRestore(key, now).ifPresent(shaper -> shaper.resume(false, now));
    }

    /** Ends the waiting of every suspension; one email tests the site before the others go on. */
    public void tryNow(ShapingKey key, Instant now) {
        findOrRestore(key, now).ifPresent(shaper -> shaper.resume(true, now));
    }

    /**
     * Returns whether the site refuses the source, or cannot be reached from it, so that email may leave from another source: not for the
     * rate, the warm-up, a pause of an operator or a fault of the site.
     */
    public boolean isSourceFailing(ShapingKey key, Instant now) {
        return find(key).filter(shaper -> shaper.isSourceFailing(now)).isPresent();
    }

    /** Returns the number of sites, for each source, that are suspended now. */
    public long suspended(Instant now) {
        return keyToShaper.values().stream()
                .filter(shaper -> shaper.isSuspended(now))
                .count();
    }

    /** Returns the state of each site for each source, as {@code GET /receivers} answers it. */
    public List<SiteTraffic> view(Instant now) {
        return keyToShaper.values().stream().map(shaper -> shaper.view(now)).toList();
    }

    /** Continues with the stored states of sources this node took over. */
    public void restore(Collection<ShapingState> states) {
        states.forEach(state -> {
            keyToShaper.remove(state.key());
            restored.put(state.key(), state);
        });
    }

    /** Forgets the states of a source that another node took over. */
    public void removeSource(String source) {
        keyToShaper.keySet().removeIf(key -> key.source().equals(source));
        restored.keySet().removeIf(key -> key.source().equals(source));
    }

    /**
     * Returns the states that have changed since the last call, and forgets those without a connection that were unused for a week, or
     * for an hour where nothing was learned: a campaign may go to as many sites as it has recipients.
     */
    public List<ShapingState> changed(Instant now) {
        keyToShaper
                .values()
                .removeIf(shaper -> shaper.isIdle()
                        && now.isAfter(shaper.usedAt().plus(shaper.hasLearned(now) ? UNUSED : UNUSED_AND_UNLEARNED)));
        return keyToShaper.values().stream()
                .filter(SiteShaper::takeChanged)
                .map(shaper -> shaper.state(now))
                .toList();
    }

    private Optional<SiteShaper> find(ShapingKey key) {
        return Optional.ofNullable(keyToShaper.get(key));
    }

    /** Finds the state also of a site to which nothing was sent since this node took the source over. */
    private Optional<SiteShaper> findOrRestore(ShapingKey key, Instant now) {
        return restored.containsKey(key)
                ? Optional.of(shaper(key.source(), rules.siteNamed(key.site()), now))
                : find(key);
    }

    private SiteShaper shaper(String source, ShapedSite site, Instant now) {
        var key = site.from(source);
        var known = keyToShaper.get(key);
        if (known != null) {
            return known;
        }
        var limits = Optional.ofNullable(restored.remove(key))
                .map(state -> new LearnedLimits(site, state, warmsUp.test(source), now))
                .orElseGet(() -> new LearnedLimits(site, warmsUp.test(source), now));
        var created = new SiteShaper(key, site, limits, random, now);
        keyToShaper.put(key, created);
        return created;
    }
}
