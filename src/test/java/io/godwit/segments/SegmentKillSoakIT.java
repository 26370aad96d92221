package io.godwit.segments;

import io.godwit.kit.nodes.SegmentNodes;
import io.godwit.kit.nodes.SoakRounds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same again and again, with other numbers each time. */
@Tag("soak")
final class SegmentKillSoakIT {

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
    @MethodSource("io.godwit.kit.nodes.SoakRounds#rounds")
    void aPassThatDiesIsFinishedByTheOtherNodeAndTellsEachChangeOnceInEveryRound(int round) {
        var random = SoakRounds.random(round);
        var point = random.nextBoolean() ? "segment-within-page" : "segment-after-page";

        nodes.round(point, random.nextInt(5_000), random.nextInt(5_000), 1 + random.nextInt(9_000));
    }
}
