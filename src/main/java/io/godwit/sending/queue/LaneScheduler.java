package io.godwit.sending.queue;

import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Schedules the lanes believed to hold due emails, the least recently served first. Each turn gives a lane rows by its weight, so
 * ten emails of one project never wait behind a million of another, and transactional emails go before a campaign of the same
 * project. A lane keeps what its site had no capacity for of its turn, so the lanes share a slow site by their
 * weights too. A lane that had less than its share is empty until a notice or the poll names it again.
 */
public final class LaneScheduler {

    /** Rows of a lane per turn: transactional, workflow, campaign. */
    private static final int[] WEIGHTS = {8, 3, 1};

    /** Max lanes kept; more lanes wait for the poll. */
    private static final int MAX_CLAIMS = 10_000;

    private final LinkedHashSet<Lane> backlogged = new LinkedHashSet<>();

    /** The rest of a turn that has begun. */
    private final Map<Lane, Integer> laneToRest = new HashMap<>();

    /** Lanes named since the last round: the results of that round say nothing about them. */
    private final Set<Lane> fresh = new HashSet<>();

    public void add(Collection<Lane> lanes) {
        lanes.stream().limit(Math.max(0, MAX_CLAIMS - backlogged.size())).forEach(lane -> {
            backlogged.add(lane);
            fresh.add(lane);
        });
    }

    /** Returns the lanes to claim from with their share of {@code rows}, and moves those whose turn is over to the end. */
    public List<Share> nextShares(int rows, Predicate<Lane> mayGo) {
        return nextShares(rows, mayGo, ignored -> Integer.MAX_VALUE);
    }

    /**
     * Returns shares likewise, of each site together at most {@code capacity} rows: so one that takes no mail now is left out
     * and holds up no other.
     */
    public List<Share> nextShares(int rows, Predicate<Lane> mayGo, ToIntFunction<Lane> capacity) {
        var round = new Round(rows, lane -> mayGo.test(lane) ? capacity.applyAsInt(lane) : 0);
        var ended = round.serve(backlogged);
        backlogged.removeAll(ended);
        backlogged.addAll(ended);
        while (!ended.isEmpty()) {
            ended = round.serve(ended);
        }
        fresh.clear();
        return round.shares();
    }

    /** The division of the rows of one claim. */
    private final class Round {

        private final ToIntFunction<Lane> capacity;
        private final Map<Lane, Integer> laneToCapacity = new HashMap<>();
        private final Map<Short, Integer> siteToRows = new HashMap<>();
        private final Map<Lane, Integer> laneToRows = new LinkedHashMap<>();
        private int left;

        Round(int rows, ToIntFunction<Lane> capacity) {
            this.left = rows;
            this.capacity = capacity;
        }

        /** Gives each lane the rest of its turn, as far as there are rows and capacity; returns the lanes whose turn has ended. */
        private List<Lane> serve(Collection<Lane> lanes) {
            var ended = new ArrayList<Lane>();
            for (var next = lanes.iterator(); left > 0 && next.hasNext(); ) {
                var lane = next.next();
                var rest = laneToRest.getOrDefault(lane, weight(lane));
                var granted = Math.min(Math.min(rest, left), capacity(lane));
                if (granted > 0) {
                    grant(lane, granted);
                }
                if (granted == rest) {
                    laneToRest.remove(lane);
                    ended.add(lane);
                } else if (granted > 0) {
                    laneToRest.put(lane, rest - granted);
                }
            }
            return ended;
        }

        private int capacity(Lane lane) {
            return laneToCapacity.computeIfAbsent(lane, capacity::applyAsInt)
                    - siteToRows.getOrDefault(lane.destination(), 0);
        }

        private void grant(Lane lane, int rows) {
            left -= rows;
            siteToRows.merge(lane.destination(), rows, Integer::sum);
            laneToRows.merge(lane, rows, Integer::sum);
        }

        private List<Share> shares() {
            return laneToRows.entrySet().stream()
                    .map(share -> new Share(share.getKey(), share.getValue()))
                    .toList();
        }
    }

    /** Removes the lanes that had less than their share, and mixes the claimed emails by the weights of their lanes. */
    public List<ClaimedEmail> polled(List<Share> shares, List<ClaimedEmail> claimed) {
        var laneToClaimed = byLane(claimed);
        for (var share : shares) {
            if (laneToClaimed.getOrDefault(share.lane(), List.of()).size() < share.rows()
                    && !fresh.contains(share.lane())) {
                backlogged.remove(share.lane());
                laneToRest.remove(share.lane());
            }
        }
        return mixed(laneToClaimed);
    }

    private static Map<Lane, List<ClaimedEmail>> byLane(List<ClaimedEmail> allClaimed) {
        var laneToClaimed = new LinkedHashMap<Lane, List<ClaimedEmail>>();
        allClaimed.forEach(claimed -> laneToClaimed
                .computeIfAbsent(laneOf(claimed), ignored -> new ArrayList<>())
                .add(claimed));
        return laneToClaimed;
    }

    private static Lane laneOf(ClaimedEmail claimed) {
        return new Lane(
                claimed.project().value(), claimed.lane(), claimed.facts().siteNumber());
    }

    private static List<ClaimedEmail> mixed(Map<Lane, List<ClaimedEmail>> laneToClaimed) {
        var mixed = new ArrayList<ClaimedEmail>();
        var left = new LinkedHashMap<Lane, Iterator<ClaimedEmail>>();
        laneToClaimed.forEach((lane, claimed) -> left.put(lane, claimed.iterator()));
        while (!left.isEmpty()) {
            left.forEach((lane, claimed) -> poll(claimed, weight(lane), mixed));
            left.values().removeIf(claimed -> !claimed.hasNext());
        }
        return mixed;
    }

    private static void poll(Iterator<ClaimedEmail> claimed, int count, List<ClaimedEmail> into) {
        for (var polled = 0; polled < count && claimed.hasNext(); polled++) {
            into.add(claimed.next());
        }
    }

    private static int weight(Lane lane) {
        return WEIGHTS[lane.lane()];
    }
}
