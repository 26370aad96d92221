package io.godwit.sending.queue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.db.Database;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Limits projects to their emails per second, over all nodes. Projects without a limit cost one look-up every few seconds and
 * touch no shared row.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ProjectRateLimiter {

    /** The time after which a changed limit takes effect. */
    private static final Duration RATES_KNOWN = Duration.ofSeconds(5);

    /**
     * The pause of a project without tokens: a tenth of a second, so that tokens are requested in groups and not email by
     * email.
     */
    private static final Duration IDLE_PAUSE = Duration.ofMillis(100);

    private final Database database;
    private final RateBucketStore store = new RateBucketStore();
    private final int perSecond;
    private final Cache<UUID, Integer> rates = Caffeine.newBuilder()
            .expireAfterWrite(RATES_KNOWN)
            .maximumSize(100_000)
            .build();
    private final Map<UUID, Long> restsUntil = new HashMap<>();

    public ProjectRateLimiter(Database database, int perSecond) {
        this.database = database;
        this.perSecond = perSecond;
    }

    /** Returns false for a moment after the lane's project had used up its tokens. */
    public boolean mayGo(Lane lane) {
        var until = restsUntil.get(lane.project());
        if (until != null && System.nanoTime() - until >= 0) {
            restsUntil.remove(lane.project());
            return true;
        }
        return until == null;
    }

    /** Cuts the shares to the available tokens; a lane without any is left out. */
    public Future<List<Share>> grant(List<Share> shares) {
        return learnRates(shares).compose(ignored -> {
            var wanted = throttled(shares);
            return wanted.isEmpty()
                    ? Future.succeededFuture(shares)
                    : store.acquire(database.workers(), rates.asMap(), wanted)
                            .map(granted -> limitShares(shares, wanted, granted));
        });
    }

    /** Returns the tokens of throttled projects for which no email was claimed. */
    public Future<Void> releaseUnused(List<Share> granted, List<ClaimedEmail> allClaimed) {
        var unused = throttled(granted);
        allClaimed.forEach(claimed -> unused.computeIfPresent(claimed.project().value(), (ignored, left) -> left - 1));
        unused.values().removeIf(left -> left <= 0);
        return unused.isEmpty() ? Future.succeededFuture() : store.release(database.workers(), unused);
    }

    private Future<Void> learnRates(List<Share> shares) {
        var unknown = new HashSet<UUID>();
        shares.forEach(share -> unknown.add(share.lane().project()));
        unknown.removeIf(project -> rates.getIfPresent(project) != null);
        return unknown.isEmpty()
                ? Future.succeededFuture()
                : store.rates(database.workers(), unknown, perSecond)
                        .onSuccess(rates::putAll)
                        .mapEmpty();
    }

    private Map<UUID, Integer> throttled(List<Share> shares) {
        var wanted = new HashMap<UUID, Integer>();
        for (var share : shares) {
            var rate = rates.getIfPresent(share.lane().project());
            if (rate != null && rate > 0) {
                wanted.merge(share.lane().project(), share.rows(), Integer::sum);
            }
        }
        return wanted;
    }

    private List<Share> limitShares(List<Share> shares, Map<UUID, Integer> wanted, Map<UUID, Integer> granted) {
        var left = new HashMap<>(granted);
        wanted.forEach((project, emails) -> {
            if (granted.getOrDefault(project, 0) < emails) {
                restsUntil.put(project, System.nanoTime() + IDLE_PAUSE.toNanos());
            }
        });
        var limited = new ArrayList<Share>();
        for (var share : shares) {
            var rows = wanted.containsKey(share.lane().project()) ? useTokens(left, share) : share.rows();
            if (rows > 0) {
                limited.add(new Share(share.lane(), rows));
            }
        }
        return limited;
    }

    private static int useTokens(Map<UUID, Integer> left, Share share) {
        var rows = Math.min(
                share.rows(),
                Objects.requireNonNull(left.getOrDefault(share.lane().project(), 0)));
        left.merge(share.lane().project(), -rows, Integer::sum);
        return rows;
    }
}
