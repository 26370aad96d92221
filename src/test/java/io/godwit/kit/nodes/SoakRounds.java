package io.godwit.kit.nodes;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The number of times the long tests repeat each fault: the system property {@code soak.rounds}, 20 unless it says otherwise. */
public final class SoakRounds {

    private static final int ROUNDS = Integer.getInteger("soak.rounds", 20);

    /** Other numbers make other rounds. */
    private static final int FIRST = Integer.getInteger("soak.first", 1);

    private SoakRounds() {}

    public static IntStream rounds() {
        return IntStream.range(FIRST, FIRST + ROUNDS);
    }

    /** Every point, as often as there are rounds. */
    static Stream<Arguments> roundsOfEachPoint() {
        return Arrays.stream(KillPoint.values())
                .flatMap(point -> rounds().mapToObj(round -> Arguments.of(point, round)));
    }

    /** The same numbers in the same round of every run, so that a round that failed can be played again. */
    public static Random random(int round) {
        return new Random(round);
    }
}
