package io.godwit.segments;

import io.godwit.kit.nodes.SegmentNodes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that dies while it computes a tracked segment, and one beside it that lives. */
final class SegmentKillIT {

    private static SegmentNodes nodes;

    @BeforeAll
    static void start() {
        nodes = new SegmentNodes();
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"segment-within-page", "segment-after-page"})
    void aPassThatDiesIsFinishedByTheOtherNodeAndTellsEachChangeOnce(String point) {
        nodes.round(point, 2_000, 3_000, 4_000);
    }
}
