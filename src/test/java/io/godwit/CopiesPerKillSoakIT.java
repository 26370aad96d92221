package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.Behaviour;
import io.godwit.kit.Copies;
import io.godwit.kit.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts the copies a death makes while the node sends as fast as it can, to a mail server that answers the final dot after 5 ms. */
@Tag("soak")
final class CopiesPerKillSoakIT {

    private static final int EMAILS = 1000;

    /** The node's default. */
    private static final int CONNECTIONS = 20;

    private static final Duration ANSWER = Duration.ofMillis(5);

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

    /** A mail server that takes what it answers for: only an answer that was not noted makes a copy. */
    @Test
    void aDeathMakesLessThanOneCopyOnAverageOfWhatTheMailServerAnswered() {
        var copies = copiesOfEachDeath("answered", new Behaviour.Late(ANSWER));

        assertThat(copies.stream().mapToInt(each -> each).average().orElseThrow())
                .as("copies of each death: " + copies)
                .isLessThan(1);
    }

    /** A mail server that takes what it is going to answer for: each message at its final dot makes a copy (RFC 1047). */
    @Test
    void aDeathMakesCopiesOnlyOfWhatWasAtItsFinalDot() {
        var copies = copiesOfEachDeath("taken", new Behaviour.TakenLate(ANSWER));

        assertThat(copies).as("copies of each death: " + copies).allMatch(each -> each <= CONNECTIONS);
    }

    private static List<Integer> copiesOfEachDeath(String name, Behaviour behaviour) {
        var copies = new ArrayList<Integer>();
        for (var round : Soak.rounds().toArray()) {
            node.sink().rule(Point.DOT, behaviour);
            copies.add(copiesOfOneDeath(name + round + ".", round));
            node.sink().forget();
        }
        System.out.println("Copies of each death, " + name + ": " + copies);
        return copies;
    }

    private static int copiesOfOneDeath(String name, int round) {
        var recipients = IntStream.range(0, EMAILS)
                .mapToObj(number -> name + number + "@d" + number % 100 + ".example.com")
                .toList();
        var enough = node.sink().accepted() + EMAILS / 10 + Soak.random(round).nextInt(EMAILS * 7 / 10);
        node.acceptAtOnce(recipients);
        await().pollInterval(Duration.ofMillis(1))
                .atMost(SendingNode.PATIENCE)
                .until(() -> node.sink().accepted() >= enough);

        node.dieAndComeBack(List.of());

        node.awaitSent(recipients);
        var copies = Copies.at(node.sink(), name);
        assertThat(copies.recipients()).containsExactlyInAnyOrderElementsOf(recipients);
        assertThat(copies.most()).isLessThanOrEqualTo(2);
        assertThat(copies.unlike()).isEmpty();
        assertThat(node.everInDoubt(name)).containsAll(copies.repeated());
        return copies.repeated().size();
    }
}
