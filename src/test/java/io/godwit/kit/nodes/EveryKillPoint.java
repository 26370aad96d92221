package io.godwit.kit.nodes;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkGate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The test of a node that dies with one email at each point, whichever way it sends. */
public final class EveryKillPoint {

    private EveryKillPoint() {}

    /** Kills the node once, and fails unless each email arrives once, or twice where nobody can know. */
    public static void assertCopies(SendingNode node) {
        var points = Arrays.asList(KillPoint.values());
        var gates = new ArrayList<SinkGate>();
        points.forEach(point -> gates.addAll(point.bring(node, List.of(address(point)))));

        node.dieAndComeBack(gates);

        node.awaitSent(points.stream().map(EveryKillPoint::address).toList());
        var copies = ReceivedCopies.at(node.sink(), "after_");
        assertThat(points.stream().collect(toMap(point -> point, point -> copies.of(address(point)))))
                .isEqualTo(points.stream().collect(toMap(point -> point, KillPoint::copies)));
        assertThat(copies.unlike()).isEmpty();
        assertThat(node.everInDoubt("after_"))
                .containsExactlyInAnyOrder(
                        address(KillPoint.AFTER_DOT_BEFORE_250), address(KillPoint.AFTER_250_BEFORE_JOURNAL));
    }

    private static String address(KillPoint point) {
        return point.name().toLowerCase(Locale.ROOT) + "@example.com";
    }
}
