package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProjectRequestLimiterTest {

    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(3));
    private final UUID project = UUID.randomUUID();

    private void pass(int seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private int admitted(ProjectRequestLimiter limiter, int tries) {
        return (int) IntStream.range(0, tries)
                .filter(ignored -> limiter.admit(project, 0).orElseThrow().admitted())
                .count();
    }

    @Test
    void aMinuteHoldsTheLimitAndNoMore() {
        var limiter = new ProjectRequestLimiter(100, 100, nanos::get);

        assertThat(admitted(limiter, 150)).isEqualTo(100);
    }

    @Test
    void theWindowSlidesBySeconds() {
        var limiter = new ProjectRequestLimiter(100, 100, nanos::get);
        assertThat(admitted(limiter, 60)).isEqualTo(60);
        pass(30);
        assertThat(admitted(limiter, 60)).isEqualTo(40);

        pass(29);
        assertThat(admitted(limiter, 1)).isZero();
        pass(1);
        assertThat(admitted(limiter, 100)).isEqualTo(60);
        pass(600);
        assertThat(admitted(limiter, 150)).isEqualTo(100);
    }

    @Test
    void aRefusalSaysWhenToTryAgain() {
        var limiter = new ProjectRequestLimiter(1, 1, nanos::get);
        limiter.admit(project, 0);
        pass(20);

        var refused = limiter.admit(project, 0).orElseThrow();

        assertThat(refused.retrySeconds()).isEqualTo(40);
        pass(refused.retrySeconds());
        assertThat(limiter.admit(project, 0).orElseThrow().admitted()).isTrue();
    }

    @Test
    void projectsDoNotShareALimitAndOneMayHaveItsOwn() {
        var limiter = new ProjectRequestLimiter(10, 10, nanos::get);
        var generous = UUID.randomUUID();
        admitted(limiter, 10);

        assertThat(limiter.admit(generous, 25).orElseThrow().limit()).isEqualTo(25);
        assertThat(limiter.admit(UUID.randomUUID(), 0).orElseThrow().admitted()).isTrue();
    }

    @Test
    void zeroIsNoLimit() {
        assertThat(new ProjectRequestLimiter(0, 0, nanos::get).admit(project, 0))
                .isEmpty();
    }

    @Test
    void twoNodesTogetherAdmitTheLimit() {
        var vertx = Vertx.vertx();
        try {
            var bus = Bus.on(vertx);
            var one = new ProjectRequestLimiter(100, 100, nanos::get);
            var two = new ProjectRequestLimiter(100, 100, nanos::get);
            vertx.runOnContext(ignored -> one.start(vertx, bus));
            vertx.runOnContext(ignored -> two.start(vertx, bus));
            await().atMost(Duration.ofSeconds(30)).until(() -> one.hasPeers() && two.hasPeers());

            // A node that begins some milliseconds later has half of what the first one leaves, until shares are
            // computed again.
            var both = new AtomicInteger();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> both.addAndGet(admitted(one, 1) + admitted(two, 1)) >= 90);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                both.addAndGet(admitted(one, 10) + admitted(two, 10));
                return remaining(one) == 0 && remaining(two) == 0;
            });

            both.addAndGet(admitted(one, 10) + admitted(two, 10));
            assertThat(both.get()).isBetween(90, 100);
        } finally {
            vertx.close().await();
        }
    }

    /** Takes what there is, and tells how much a node believes is left. */
    private int remaining(ProjectRequestLimiter limiter) {
        return limiter.admit(project, 0).orElseThrow().remaining();
    }

    /**
     * As at the end of a split: each had opened all that was left of the limit, which the other counts as used. A machine that
     * stands still may lengthen one meeting, and not the shortest of five.
     */
    @Test
    void nodesThatMeetShareTheLimitAnewAtOnce() {
        var vertx = Vertx.vertx();
        try {
            var bus = Bus.on(vertx);
            var shortest = IntStream.range(0, 5)
                    .mapToObj(ignored -> refusedWhenTheyMeet(vertx, bus))
                    .min(Duration::compareTo)
                    .orElseThrow();

            assertThat(shortest).isLessThan(Duration.ofMillis(500));
        } finally {
            vertx.close().await();
        }
    }

    /** The time from the meeting of two nodes that were alone with a project until both admit its requests again. */
    private Duration refusedWhenTheyMeet(Vertx vertx, Bus bus) {
        var nodes = List.of(
                new ProjectRequestLimiter(1000, 1000, nanos::get), new ProjectRequestLimiter(1000, 1000, nanos::get));
        nodes.forEach(node -> admitted(node, 10));
        var loops = new CopyOnWriteArrayList<PollLoop>();
        nodes.forEach(node -> vertx.runOnContext(ignored -> loops.add(node.start(vertx, bus))));
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> nodes.stream().allMatch(ProjectRequestLimiter::hasPeers));
        var met = System.nanoTime();
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> nodes.stream().allMatch(node -> admitted(node, 1) == 1));
        var refused = Duration.ofNanos(System.nanoTime() - met);
        loops.forEach(loop -> loop.stop().await());
        return refused;
    }

    @Test
    void aNodeAloneWithAProjectMayUseAllOfItsLimitAtOnce() {
        var vertx = Vertx.vertx();
        try {
            var bus = Bus.on(vertx);
            var one = new ProjectRequestLimiter(100, 100, nanos::get);
            var two = new ProjectRequestLimiter(100, 100, nanos::get);
            vertx.runOnContext(ignored -> one.start(vertx, bus));
            vertx.runOnContext(ignored -> two.start(vertx, bus));
            await().atMost(Duration.ofSeconds(30)).until(() -> one.hasPeers() && two.hasPeers());

            assertThat(admitted(one, 120)).isEqualTo(100);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> remaining(two) == 0
                            && !two.admit(project, 0).orElseThrow().admitted());
        } finally {
            vertx.close().await();
        }
    }

    @Test
    void anAddressIsLimitedAndAnIpv6NetworkIsOneAddress() {
        var limits = new AddressRateLimiter("test", 2, nanos::get);

        assertThat(limits.admit("192.0.2.1")).isTrue();
        assertThat(limits.admit("192.0.2.1")).isTrue();
        assertThat(limits.admit("192.0.2.1")).isFalse();
        assertThat(limits.admit("192.0.2.2")).isTrue();
        assertThat(limits.admit("2001:db8::1")).isTrue();
        assertThat(limits.admit("2001:db8::2")).isTrue();
        assertThat(limits.admit("2001:db8:0:0:1::")).isFalse();
        assertThat(limits.admit("2001:db8:0:1::1")).isTrue();
        pass(60);
        assertThat(limits.admit("192.0.2.1")).isTrue();
    }
}
