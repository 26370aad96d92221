package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.chaos.ChaosNodes.Pause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the reader of logs and heaps after a run of faults. */
class NodeHealthReaderTest {

    private static final String BLOCKED = "{\"timestamp\":\"2026-01-01T00:00:10.500Z\",\"level\":\"WARN\","
            + "\"message\":\"Thread vert.x-eventloop-thread-1 has been blocked for 8123 ms, time limit is 2000 ms\"}";

    private static Pause pause(String from, String to) {
        return new Pause(
                1, Instant.parse("2026-01-01T00:00:" + from + "Z"), Instant.parse("2026-01-01T00:00:" + to + "Z"));
    }

    @Test
    void aBlockedThreadIsAnAlarmUnlessItsProcessStoodStill() {
        var log = "{\"timestamp\":\"2026-01-01T00:00:09.000Z\",\"message\":\"Ready\"}\n" + BLOCKED + "\n";

        assertThat(NodeHealthReader.alarms(log, List.of())).containsExactly(BLOCKED);
        assertThat(NodeHealthReader.alarms(log, List.of(pause("20", "25")))).containsExactly(BLOCKED);
        assertThat(NodeHealthReader.alarms(log, List.of(pause("02", "10")))).isEmpty();
    }

    @Test
    void aPromiseThatEndsTwiceIsAnAlarmUnlessItIsKnownOfVertx() {
        var elsewhere =
                "{\"message\":\"Unhandled exception\",\"error.message\":\"Promise already completed\",\"error.stack\":\"at X\"}";
        var tls =
                elsewhere.replace("at X", "at DelegatingChannelPromise.setFailure\\n\\tat SslHandler.channelInactive");
        var bus = elsewhere.replace(
                "at X", "at clustered.OutboundConnection.writeMessage\\n\\tat io.godwit.bus.Bus.publish");
        var event = elsewhere.replace(
                "at X",
                "at io.vertx.core.Promise.complete(Promise.java:63)\\n\\tat io.vertx.core.impl.future.FutureBase.lambda$emitResult$0");
        var pool = elsewhere.replace(
                "at X", "at SqlConnectionPool$1PoolRequest.lambda$onEnqueue$1\\n\\tat SimpleConnectionPool$Cancel.run");
        var ours = tls.replace("at Delegating", "at io.godwit.X\\n\\tat Delegating");

        assertThat(NodeHealthReader.alarms(String.join("\n", elsewhere, tls, bus, event, pool, ours), List.of()))
                .containsExactly(elsewhere, ours);
    }

    @Test
    void anUncaughtExceptionIsAnAlarmWheneverItComes() {
        var line = BLOCKED.replace("has been blocked", "Unhandled exception, blocked");

        assertThat(NodeHealthReader.alarms(line, List.of(pause("02", "10")))).containsExactly(line);
    }

    @Test
    void aHeapOfAnotherCollectorIsNotTakenForAnEmptyOne() {
        var serial =
                " def new generation   total 9792K, used 1024K [0x1, 0x2)\n tenured generation   total 21888K, used 2048K [0x3, 0x4)\n";
        var other = " garbage-first heap   total 65536K, used 40960K [0x1, 0x2)\n";

        assertThat(NodeHealthReader.heap(serial)).isEqualTo(3L << 20);
        assertThat(NodeHealthReader.heap(other)).isZero();
    }
}
