package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.EveryKillPoint;
import io.godwit.kit.nodes.SendingNode;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar that dies, or is stopped, with mail on its way. */
final class SendKillIT {

    private static SendingNode node;

    @BeforeAll
    static void start() {
        node = SendingNode.start();
    }

    @AfterEach
    void forget() {
        node.sink().polite();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /** The repetitions, many emails at one point each, are in the soak. */
    @Test
    void anEmailIsSentOnceWhereverItsNodeDiesButTwiceWhereNobodyCanKnow() {
        EveryKillPoint.assertCopies(node);
    }

    /** On a slow machine a neighbour is still under way when the node dies; only then may it come twice. */
    @Test
    void anEmailThatIsUnderWayAtThreeDeathsIsSentAndItsNeighboursTooBecauseAMessageKillsNobody() {
        var poisonous = "tarpit-rcpt-3times@example.com";
        var poison = node.accept(poisonous, "<p>Hello</p>");
        for (var deaths = 1; deaths <= 3; deaths++) {
            var attempt = deaths;
            node.accept(neighbours(deaths));
            await().atMost(SendingNode.TIMEOUT).until(() -> attemptsAt(poisonous) == attempt);
            node.dieAndComeBack(List.of());
        }

        await().atMost(SendingNode.TIMEOUT).until(() -> node.email(poison).getString("status"), "SENT"::equals);
        node.awaitSent(IntStream.rangeClosed(1, 3)
                .mapToObj(SendKillIT::neighbours)
                .flatMap(List::stream)
                .toList());
        assertThat(attemptsAt(poisonous)).isEqualTo(4);
        var copies = ReceivedCopies.at(node.sink(), "neighbour");
        var inDoubt = node.everInDoubt("neighbour");
        assertThat(copies.recipients()).hasSize(15).allSatisfy(reader -> assertThat(copies.of(reader))
                .isBetween(1, inDoubt.contains(reader) ? 2 : 1));
    }

    @Test
    void aStoppedNodeEndsWhatIsOnTheWireAndLeavesTheRestToTheNext() {
        var readers = IntStream.range(0, 50)
                .mapToObj(n -> "reader" + n + "@example.com")
                .toList();
        node.sink().rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofSeconds(4)));
        node.accept(readers);
        await().atMost(SendingNode.TIMEOUT).until(() -> inFlight() >= 15);

        var asked = System.nanoTime();
        var status = node.server().stop();
        var took = Duration.ofNanos(System.nanoTime() - asked);
        var finished = ReceivedCopies.at(node.sink(), "reader").recipients();
        var sent = node.withStatus("SENT");
        var held = node.db().count("SELECT count(*) FROM outbox WHERE attempt_started OR lease_until IS NOT NULL");
        node.sink().polite();
        node.server().restart();
        node.awaitSent(readers);

        assertThat(status).isZero();
        assertThat(took).isLessThan(Duration.ofSeconds(30));
        assertThat(finished).hasSizeBetween(15, 49);
        assertThat(sent).containsAll(finished);
        assertThat(readers.stream().filter(sent::contains)).hasSize(finished.size());
        assertThat(held).isZero();
        assertThat(ReceivedCopies.at(node.sink(), "reader").most()).isEqualTo(1);
        assertThat(node.everInDoubt("reader")).isEmpty();
    }

    private static long inFlight() {
        return node.sink().ledger(SinkPoint.DATA).stream()
                .filter(exchange -> exchange.recipient().startsWith("reader"))
                .count();
    }

    private static long attemptsAt(String recipient) {
        return node.sink().ledger(SinkPoint.RCPT).stream()
                .filter(exchange -> exchange.recipient().equals(recipient))
                .count();
    }

    private static List<String> neighbours(int death) {
        return IntStream.range(0, 5)
                .mapToObj(number -> "neighbour" + death + "." + number + "@example.com")
                .toList();
    }
}
