package io.godwit.sending.queue;

import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Schedules the lanes believed to hold due emails, the least recently served first. Each round gives every lane rows by its
 * weight, so ten emails of one project never wait behind a million of another, and transactional emails go before a campaign of
 * the same project. A lane that had less than its share is empty until a notice or the poll names it again.
 */
public final class LaneScheduler {

    /** Rows of a lane per round: transactional, workflow, campaign. */
    private static final int[] WEIGHTS = {8, 3, 1};

    /** Max lanes kept; more lanes wait for the poll. */
    private static final int MAX_CLAIMS = 10_000;

    private final LinkedHashSet<Lane> backlogged = new LinkedHashSet<>();

    /** Lanes named since the last round: the results of that round say nothing about them. */
    private final Set<Lane> fresh = new HashSet<>();

    public void add(Collection<Lane> lanes) {
        lanes.stream().limit(Math.max(0, MAX_CLAIMS - backlogged.size())).forEach(lane -> {
            backlogged.add(lane);
            fresh.add(lane);
        });
    }

    /** Returns the lanes to claim from with their share of {@code rows}, and moves them to the end. */
    public List<Share> nextShares(int rows, Predicate<Lane> mayGo) {
        var served = next(rows, mayGo);
        fresh.clear();
        backlogged.removeAll(served);
        backlogged.addAll(served);
        return shares(served, rows);
    }

    private List<Lane> next(int rows, Predicate<Lane> mayGo) {
        var served = new ArrayList<Lane>();
        var left = rows;
        for (var lanes = backlogged.iterator(); lanes.hasNext() && left > 0; ) {
            var lane = lanes.next();
            if (mayGo.test(lane)) {
                served.add(lane);
                left -= share(lane);
            }
        }
        return served;
    }

    private static List<Share> shares(List<Lane> served, int rows) {
        var weights = served.stream().mapToInt(LaneScheduler::share).sum();
        var rounds = Math.max(1, rows / Math.max(1, weights));
        return served.stream()
                .map(lane -> new Share(lane, Math.min(rows, share(lane) * rounds)))
                .toList();
    }

    /** Removes the lanes that had less than their share, and mixes the claimed emails by the weights of their lanes. */
    public List<ClaimedEmail> polled(List<Share> shares, List<ClaimedEmail> claimed) {
        var laneToClaimed = byLane(claimed);
        for (var share : shares) {
            if (laneToClaimed.getOrDefault(share.lane(), List.of()).size() < share.rows()
                    && !fresh.contains(share.lane())) {
                backlogged.remove(share.lane());
            }
        }
        return mixed(laneToClaimed);
    }

    private static Map<Lane, List<ClaimedEmail>> byLane(List<ClaimedEmail> allClaimed) {
        var laneToClaimed = new LinkedHashMap<Lane, List<ClaimedEmail>>();
        allClaimed.forEach(claimed -> laneToClaimed
                .computeIfAbsent(new Lane(claimed.project().value(), claimed.lane()), ignored -> new ArrayList<>())
                .add(claimed));
        return laneToClaimed;
    }

    private static List<ClaimedEmail> mixed(Map<Lane, List<ClaimedEmail>> laneToClaimed) {
        var mixed = new ArrayList<ClaimedEmail>();
        var left = new LinkedHashMap<Lane, Iterator<ClaimedEmail>>();
        laneToClaimed.forEach((lane, claimed) -> left.put(lane, claimed.iterator()));
        while (!left.isEmpty()) {
            left.forEach((lane, claimed) -> poll(claimed, share(lane), mixed));
            left.values().removeIf(claimed -> !claimed.hasNext());
        }
        return mixed;
    }

    private static void poll(Iterator<ClaimedEmail> claimed, int count, List<ClaimedEmail> into) {
        for (var polled = 0; polled < count && claimed.hasNext(); polled++) {
            into.add(claimed.next());
        }
    }

    private static int share(Lane lane) {
        return WEIGHTS[lane.lane()];
    }
}
