package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One limit's minute on two nodes that hear of each other late. */
class SlidingWindowTest {

    private static final int LIMIT = 100;

    /** Half of what is left, rounded up: the other node may round up too. */
    private static final SlidingWindow.Allocator HALF = new SlidingWindow.Allocator() {

        @Override
        public int shareOf(int left) {
            return (left + 1) / 2;
        }

        @Override
        public void onShareUsed() {
            // The news of it is what comes late.
        }
    };

    private final SlidingWindow one = new SlidingWindow(60, LIMIT, 0, 0, HALF);
    private final SlidingWindow two = new SlidingWindow(60, LIMIT, 0, 0, HALF);

    /** A window that is opened is news at once. */
    @BeforeEach
    void meet() {
        one.updateElsewhere(taken(two));
        two.updateElsewhere(taken(one));
    }

    @Test
    void whatIsDealtAnewInTheMiddleOfABurstDoesNotPassTheLimit() {
        var newsOfOne = taken(one);
        var newsOfTwo = taken(two);
        var admitted = admit(one, 30) + admit(two, 30);

        one.deal(0, newsOfTwo);
        two.deal(0, newsOfOne);
        admitted += admit(one, LIMIT) + admit(two, LIMIT);

        assertThat(admitted).isBetween(LIMIT / 2, LIMIT);
    }

    @Test
    void whatIsLeftIsDealtUntilItIsUsed() {
        var admitted = 0;
        for (var exchange = 0; exchange < 10; exchange++) {
            admitted += admit(one, LIMIT) + admit(two, LIMIT);
            one.deal(0, taken(two));
            two.deal(0, taken(one));
        }

        assertThat(admitted).isBetween(LIMIT - 2, LIMIT);
    }

    private static int taken(SlidingWindow window) {
        return window.used() + window.open();
    }

    private static int admit(SlidingWindow window, int requests) {
        var admitted = 0;
        for (var request = 0; request < requests; request++) {
            var result = window.admit(0, LIMIT);
            admitted += result != null && result.admitted() ? 1 : 0;
        }
        return admitted;
    }
}
