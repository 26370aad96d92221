package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.KillPoint;
import io.godwit.kit.nodes.SendingNode;
import io.godwit.kit.nodes.SoakRounds;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link SendKillIT} again and again: many emails at one point, nodes killed and stopped at any moment. */
@Tag("soak")
final class SendKillSoakIT {

    private static final int EMAILS = 200;

    /** The node's default. */
    private static final int CONNECTIONS = 20;

    private static SendingNode node;

    @BeforeAll
    static void start() {
        node = SendingNode.start();
    }

    @AfterEach
    void forget() {
        node.sink().polite();
        node.sink().forget();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest
    @MethodSource("io.godwit.kit.nodes.SoakRounds#roundsOfEachPoint")
    void emailsAtOnePointAreSentAsOftenAsThePointAllows(KillPoint point, int round) {
        var recipients = recipients(point + "." + round + ".", Math.min(8, point.capacity()));
        var gates = point.bring(node, recipients);

        node.dieAndComeBack(gates);

        node.awaitSent(recipients);
        var copies = ReceivedCopies.at(node.sink(), "");
        assertThat(recipients).allSatisfy(to -> assertThat(copies.of(to)).isEqualTo(point.copies()));
        assertThat(copies.unlike()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.godwit.kit.nodes.SoakRounds#rounds")
    void aDeathAtAnyMomentLosesNothingAndRepeatsOnlyWhatWasUnderWay(int round) {
        var recipients = startAndWaitForSome("killed" + round + ".", round);

        node.dieAndComeBack(List.of());

        node.awaitSent(recipients);
        var copies = ReceivedCopies.at(node.sink(), "");
        assertThat(copies.recipients()).containsExactlyInAnyOrderElementsOf(recipients);
        assertThat(copies.most()).isLessThanOrEqualTo(2);
        assertThat(copies.repeated()).hasSizeLessThanOrEqualTo(CONNECTIONS);
        assertThat(copies.unlike()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.godwit.kit.nodes.SoakRounds#rounds")
    void aStopAtAnyMomentLosesAndRepeatsNothing(int round) {
        var recipients = startAndWaitForSome("stopped" + round + ".", round);

        var status = node.server().stop();
        node.server().restart();

        node.awaitSent(recipients);
        var copies = ReceivedCopies.at(node.sink(), "");
        assertThat(status).isZero();
        assertThat(copies.recipients()).containsExactlyInAnyOrderElementsOf(recipients);
        assertThat(copies.most()).isEqualTo(1);
        assertThat(node.everInDoubt("stopped" + round + ".")).isEmpty();
    }

    /** Returns when so many as chance will have it were taken. */
    private static List<String> startAndWaitForSome(String prefix, int round) {
        var chance = SoakRounds.random(round);
        var recipients = recipients(prefix, EMAILS);
        node.sink().rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(chance.nextInt(300))));
        var enough = node.sink().accepted() + chance.nextInt(EMAILS - CONNECTIONS);
        node.accept(recipients);
        await().pollInterval(Duration.ofMillis(1))
                .atMost(SendingNode.TIMEOUT)
                .until(() -> node.sink().accepted() >= enough);
        return recipients;
    }

    private static List<String> recipients(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> prefix.toLowerCase(java.util.Locale.ROOT) + number + "@example.com")
                .toList();
    }
}
