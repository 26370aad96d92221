package io.godwit.kit.nodes;

import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The moments in an email's life at which its node can die, and how many copies go out in all then. */
public enum KillPoint {
    AFTER_CLAIM("after-claim", 1),
    AFTER_SENDING_MARK("after-sending-mark", 1),
    AFTER_MAIL(sink -> sink.hold(SinkPoint.MAIL), 1),
    AFTER_DATA_BYTES(sink -> sink.hold(SinkPoint.BODY), 1),
    /** The mail server has it, and nobody can know (RFC 1047). */
    AFTER_DOT_BEFORE_250(SmtpSink::take, 2),
    /** Microseconds in real life. */
    AFTER_250_BEFORE_JOURNAL("after-250-before-journal", 2),
    AFTER_JOURNAL_BEFORE_RECORD("after-journal-before-record", 1),
    AFTER_RECORD("after-record", 1);

    /** Twice what the sockets between a node and the sink hold, so that a sink that stops reading keeps the end from leaving. */
    private static final int LONG_BODY = 8 << 20;

    private final Stopper way;
    private final int copies;

    KillPoint(String pause, int copies) {
        this.way = (node, sends) -> pauseAt(pause, node, sends);
        this.copies = copies;
    }

    KillPoint(Function<SmtpSink, SinkGate> hold, int copies) {
        this.way = (node, sends) -> hold(hold, node, sends);
        this.copies = copies;
    }

    /** Stops the emails of these sends at a point. */
    private interface Stopper {
        List<SinkGate> stop(SendingNode node, List<Runnable> sends);
    }

    public int copies() {
        return copies;
    }

    /** The number of emails that can stand here at once; a node has 16 MB of content in memory at most. */
    public int capacity() {
        return this == AFTER_DATA_BYTES ? 1 : 20;
    }

    /**
     * Accepts an email to each and returns when all of them stand at this point and no other would. The gates are to be opened
     * when the node is dead.
     */
    public List<SinkGate> bring(SendingNode node, List<String> recipients) {
        var sends = recipients.stream().map(to -> (Runnable) () -> node.accept(to, body()));
        return way.stop(node, sends.toList());
    }

    private String body() {
        return this == AFTER_DATA_BYTES ? "<p>Hello</p>\n".repeat(LONG_BODY / 13) : "<p>Hello</p>";
    }

    private static List<SinkGate> pauseAt(String pause, SendingNode node, List<Runnable> sends) {
        node.pauseAt(pause, () -> sends.forEach(Runnable::run), sends.size());
        return List.of();
    }

    private static List<SinkGate> hold(Function<SmtpSink, SinkGate> hold, SendingNode node, List<Runnable> sends) {
        var gates = Stream.generate(() -> hold.apply(node.sink()))
                .limit(sends.size())
                .toList();
        sends.forEach(Runnable::run);
        gates.forEach(gate -> gate.awaitReached(SendingNode.TIMEOUT));
        return gates;
    }
}
