package io.godwit.sending.pipeline;

import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.ConcurrencySettings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Keeps some connections free for others, whatever one recipient domain or one project sends. A domain may have as many emails
 * in flight as there are free connections, times a factor: with 90 per cent 18 of 20, and a second domain still finds one
 * (dynamic thresholds, as in shared-memory switches: Choudhury and Hahne, 1998). A domain that has not let an email past RCPT
 * lately, or whose emails are stalled, has one half, and all such domains together have no more than one domain that is reachable;
 * one email of a project that has none in flight may go beyond that, up to the share of a project. However many domains of however
 * many projects hang, mail to those that answer goes on.
 *
 * <p>All its state belongs to the context it is used on, except what {@link InFlightEmail} receives.
 */
final class ConcurrencyLimiter {

    /** The time without a new stage after which an email is stalled; a reply takes milliseconds to a second. */
    static final Duration STALLED = Duration.ofSeconds(3);

    /** The time for which a domain counts as reachable after it let an email past RCPT. */
    private static final Duration REACHABLE = Duration.ofMinutes(1);

    /** Max domains that are remembered as reachable. */
    private static final int MAX_DOMAINS = 10_000;

    /** The share of the connections, in per cent, that a domain may use which is not known to be reachable. */
    private static final int HALF = 50;

    private final ConcurrencySettings settings;
    private final LongSupplier nanoTime;
    private final Map<String, Integer> domainToCount = new HashMap<>();
    private final Map<String, Integer> unreachableToCount = new HashMap<>();
    private final Map<UUID, Integer> projectToCount = new HashMap<>();
    private final Map<String, Long> domainToReachedAt = new ConcurrentHashMap<>();
    private final Set<String> stalledDomains = new HashSet<>();
    private final Set<UUID> stalledProjects = new HashSet<>();

    /** Emails in flight whose domain was not reachable when they started, and has let none past RCPT since. */
    private int unreachable;

    private volatile boolean reached;

    ConcurrencyLimiter(ConcurrencySettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /** Returns whether the email may start while this many connections are free. */
    boolean mayStart(ClaimedEmail claimed, int free) {
        var reachable = isReachable(claimed.domain());
        if (reached) {
            removeReachable();
        }
        return isBelow(domainToCount.getOrDefault(claimed.domain(), 0), reachable ? settings.domainShare() : HALF, free)
                && (reachable || isBelow(unreachable, shareOfUnreachable(claimed), free))
                && isBelow(projectToCount.getOrDefault(claimed.project().value(), 0), settings.projectShare(), free);
    }

    private void removeReachable() {
        reached = false;
        unreachableToCount.entrySet().removeIf(entry -> {
            var answered = isReachable(entry.getKey());
            unreachable -= answered ? entry.getValue() : 0;
            return answered;
        });
    }

    private int shareOfUnreachable(ClaimedEmail claimed) {
        return projectToCount.containsKey(claimed.project().value())
                ? settings.domainShare()
                : Math.max(settings.domainShare(), settings.projectShare());
    }

    /**
     * Returns whether the email waits for a stalled domain or project, or among those of unreachable domains for any stalled one,
     * and not just for its position in the queue.
     */
    boolean isStalled(ClaimedEmail claimed) {
        return stalledProjects.contains(claimed.project().value())
                || (!stalledDomains.isEmpty() && !isReachable(claimed.domain()));
    }

    /** Returns whether {@code count} of {@code count + free} is less than the share. */
    private static boolean isBelow(int count, int share, int free) {
        return (long) count * (100 - share) < (long) share * free;
    }

    private boolean isReachable(String domain) {
        var reached = domainToReachedAt.get(domain);
        return reached != null
                && nanoTime.getAsLong() - reached < REACHABLE.toNanos()
                && !stalledDomains.contains(domain);
    }

    void started(ClaimedEmail claimed) {
        if (!isReachable(claimed.domain())) {
            unreachableToCount.merge(claimed.domain(), 1, Integer::sum);
            unreachable++;
        }
        domainToCount.merge(claimed.domain(), 1, Integer::sum);
        projectToCount.merge(claimed.project().value(), 1, Integer::sum);
    }

    void ended(ClaimedEmail claimed) {
        if (unreachableToCount.containsKey(claimed.domain())) {
            unreachableToCount.computeIfPresent(claimed.domain(), (ignored, count) -> count == 1 ? null : count - 1);
            unreachable--;
        }
        domainToCount.computeIfPresent(claimed.domain(), (ignored, count) -> count == 1 ? null : count - 1);
        projectToCount.computeIfPresent(claimed.project().value(), (ignored, count) -> count == 1 ? null : count - 1);
    }

    /** Notes that a mail server replied about a recipient of the domain. Called on any thread. */
    void reached(String domain) {
        if (domainToReachedAt.size() < MAX_DOMAINS || domainToReachedAt.containsKey(domain)) {
            domainToReachedAt.put(domain, nanoTime.getAsLong());
            reached = true;
        }
    }

    /** Finds stalled emails among those in flight; returns the number of stalled connections by stage. */
    Map<String, Integer> review(Collection<InFlightEmail> attempts) {
        var now = nanoTime.getAsLong();
        stalledDomains.clear();
        stalledProjects.clear();
        domainToReachedAt.values().removeIf(reached -> now - reached > REACHABLE.toNanos());
        var stageToStalled = new LinkedHashMap<String, Integer>();
        for (var email : attempts) {
            email.stalledAt(now, STALLED).ifPresent(stage -> {
                stalledDomains.add(email.claimed().domain());
                stalledProjects.add(email.claimed().project().value());
                stageToStalled.merge(stage.name(), 1, Integer::sum);
            });
        }
        return stageToStalled;
    }
}
