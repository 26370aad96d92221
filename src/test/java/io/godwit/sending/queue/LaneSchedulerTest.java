package io.godwit.sending.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneSchedulerTest {

    private static final UUID SMALL = UUID.randomUUID();
    private static final UUID LARGE = UUID.randomUUID();

    private final LaneScheduler lanes = new LaneScheduler();

    @Test
    void aClaimSharesItsRowsByTheWeightsOfTheLanes() {
        lanes.add(List.of(new Lane(LARGE, (short) 2), new Lane(LARGE, (short) 1), new Lane(SMALL, (short) 0)));

        var shares = lanes.nextShares(24, ignored -> true);

        assertThat(shares)
                .containsExactly(
                        new Share(new Lane(LARGE, (short) 2), 2),
                        new Share(new Lane(LARGE, (short) 1), 6),
                        new Share(new Lane(SMALL, (short) 0), 16));
    }

    @Test
    void theLaneLongestNotServedGoesFirst() {
        var first = new Lane(SMALL, (short) 0);
        var second = new Lane(LARGE, (short) 0);
        lanes.add(List.of(first, second));
        var before = lanes.nextShares(8, ignored -> true);

        var shares = lanes.nextShares(8, ignored -> true);

        assertThat(before).extracting(Share::lane).containsExactly(first);
        assertThat(shares).extracting(Share::lane).containsExactly(second);
    }

    @Test
    void aLaneThatHadLessThanItsShareIsLeftOutUntilItIsNamedAgain() {
        lanes.add(List.of(new Lane(SMALL, (short) 0)));
        var shares = lanes.nextShares(8, ignored -> true);
        lanes.polled(shares, claimedEmails(SMALL, (short) 0, 3));

        var next = lanes.nextShares(8, ignored -> true);

        assertThat(next).isEmpty();
    }

    @Test
    void aLanePublishedDuringItsClaimIsClaimedOnceMore() {
        lanes.add(List.of(new Lane(SMALL, (short) 0)));
        var shares = lanes.nextShares(8, ignored -> true);
        lanes.add(List.of(new Lane(SMALL, (short) 0)));
        lanes.polled(shares, List.of());

        var next = lanes.nextShares(8, ignored -> true);

        assertThat(next).hasSize(1);
    }

    @Test
    void whatWasTakenIsMixedSoThatNoLaneWaitsForAnother() {
        lanes.add(List.of(new Lane(LARGE, (short) 2), new Lane(SMALL, (short) 0)));
        var shares = lanes.nextShares(100, ignored -> true);

        var mixed = lanes.polled(
                shares,
                java.util.stream.Stream.concat(
                                claimedEmails(LARGE, (short) 2, 11).stream(),
                                claimedEmails(SMALL, (short) 0, 8).stream())
                        .toList());

        assertThat(mixed.subList(0, 9))
                .filteredOn(claimed -> claimed.project().value().equals(SMALL))
                .hasSize(8);
        assertThat(mixed).hasSize(19);
    }

    @Test
    void aSiteWithoutCapacityIsLeftOutAndHoldsUpNoOther() {
        var closed = new Lane(LARGE, (short) 0, (short) 1);
        var open = new Lane(LARGE, (short) 0, (short) 2);
        lanes.add(List.of(closed, open));

        var shares = lanes.nextShares(8, ignored -> true, lane -> lane.destination() == 1 ? 0 : 100);

        assertThat(shares).containsExactly(new Share(open, 8));
    }

    @Test
    void theLanesOfASiteShareItsCapacityByTheirWeights() {
        var campaign = new Lane(LARGE, (short) 2, (short) 1);
        var transactional = new Lane(SMALL, (short) 0, (short) 1);
        lanes.add(List.of(campaign, transactional));

        var before = lanes.nextShares(100, ignored -> true, lane -> 5);
        var shares = lanes.nextShares(100, ignored -> true, lane -> 5);

        assertThat(before).containsExactly(new Share(campaign, 1), new Share(transactional, 4));
        assertThat(shares).containsExactly(new Share(transactional, 4), new Share(campaign, 1));
    }

    @Test
    void aSiteThatTakesOneEmailAtATimeIsSharedByTheWeightsOfTheLanes() {
        var all = List.of(
                new Lane(LARGE, (short) 2, (short) 1),
                new Lane(LARGE, (short) 1, (short) 1),
                new Lane(SMALL, (short) 0, (short) 1));
        lanes.add(all);

        var served = IntStream.range(0, 120)
                .mapToObj(ignored -> lanes.nextShares(100, any -> true, lane -> 1))
                .flatMap(List::stream)
                .map(Share::lane)
                .toList();

        assertThat(served).hasSize(120);
        assertThat(all)
                .extracting(lane -> served.stream().filter(lane::equals).count())
                .containsExactly(10L, 30L, 80L);
    }

    private static List<ClaimedEmail> claimedEmails(UUID project, short lane, int count) {
        return IntStream.range(0, count)
                .mapToObj(ignored -> new ClaimedEmail(
                        new ProjectId(project),
                        new EmailId(UUID.randomUUID()),
                        "example.org",
                        lane,
                        1,
                        0,
                        0,
                        0,
                        false,
                        Optional.empty()))
                .toList();
    }
}
