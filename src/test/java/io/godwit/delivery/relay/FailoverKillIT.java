package io.godwit.delivery.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.SendingNode;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar with two relays, of which one dies with mail on its way, and then the jar itself. */
final class FailoverKillIT {

    private static final int MANY = 150;

    private static SendingNode node;

    @BeforeAll
    static void start() {
        node = SendingNode.startWithBackup();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void everyEmailIsAtOneRelayButForOneMoreCopyOfThoseWhoseAcceptanceNobodyHeardOf() {
        var atFirst = taken(node.sink(), 3);
        var all = new ArrayList<>(accepted("relay"));
        atFirst.forEach(gate -> gate.awaitReached(SendingNode.TIMEOUT));
        node.sink().rule(SinkPoint.GREETING, new SinkBehaviour.Close());
        var atBackup = taken(node.backup(), 2);
        node.sink().hangUp();
        atBackup.forEach(gate -> gate.awaitReached(SendingNode.TIMEOUT));

        all.addAll(accepted("node"));
        // A result that nobody wrote down dies with the node, and its email is sent again as if it had not been tried.
        await().atMost(SendingNode.TIMEOUT)
                .until(() -> node.withAttempt("UNCLEAR", "relay").size() >= atFirst.size());
        node.dieAndComeBack(atBackup);
        await().atMost(SendingNode.TIMEOUT).until(() -> node.backup().accepted() > MANY);
        node.sink().polite();
        all.addAll(accepted("late"));
        node.awaitSent(all);

        atFirst.forEach(SinkGate::open);
        var copies = ReceivedCopies.at(List.of(node.sink(), node.backup()), "");
        assertThat(copies.recipients()).isEqualTo(new HashSet<>(all));
        assertThat(copies.most()).isEqualTo(2);
        assertThat(copies.unlike()).isEmpty();
        var unheard = new HashSet<>(node.everInDoubt(""));
        unheard.addAll(node.withAttempt("UNCLEAR", ""));
        assertThat(copies.repeated()).hasSizeGreaterThanOrEqualTo(5).isSubsetOf(unheard);
    }

    /** The relay takes the next emails for good and does not say so. */
    private static List<SinkGate> taken(SmtpSink relay, int emails) {
        return Stream.generate(relay::take).limit(emails).toList();
    }

    private static List<String> accepted(String name) {
        var recipients = IntStream.range(0, MANY)
                .mapToObj(number -> name + number + "@example.com")
                .toList();
        node.acceptAtOnce(recipients);
        return recipients;
    }
}
