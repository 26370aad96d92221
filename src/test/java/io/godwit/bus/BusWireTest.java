package io.godwit.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Crypto;
import io.godwit.kit.net.RecordingProxy;
import io.godwit.kit.net.RecordingProxy.Recording;
import io.godwit.kit.nodes.ClusteredVertxNodes;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.impl.EventBusImpl;
import io.vertx.core.eventbus.impl.clustered.ClusteredMessage;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.spi.cluster.NodeInfo;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The connections of the bus, where somebody reads along, says again what was said, or speaks unasked. */
@Tag("slow")
class BusWireTest {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static ClusteredVertxNodes nodes;
    /** The address at which the other node finds the first one; it is listened on. */
    private static RecordingProxy wire;

    private static int busPort;
    private static Vertx first;
    private static Vertx second;
    private static Bus one;
    private static Bus two;

    private record Word(String text) {}

    @BeforeAll
    static void start() {
        nodes = ClusteredVertxNodes.start(2);
        first = nodes.node(0);
        second = nodes.node(1);
        one = Bus.on(first);
        two = Bus.on(second);
        await().atMost(LONG).until(() -> two.members().count() == 2);
        var cluster = ((VertxInternal) first).clusterManager();
        busPort = cluster.getNodeInfo().port();
        wire = new RecordingProxy(busPort);
        Future.<Void>future(told -> cluster.setNodeInfo(new NodeInfo(LOOPBACK, wire.port(), null), told))
                .await();
    }

    @AfterAll
    static void stop() {
        nodes.close();
        wire.close();
    }

    private static LinkedBlockingQueue<Word> heard(Topic<Word> topic) {
        var heard = new LinkedBlockingQueue<Word>();
        one.listen(topic, heard::add).ready().await();
        return heard;
    }

    /** Every word of a topic, as often as it is heard. */
    private static List<Word> record(Topic<Word> topic) {
        var all = new CopyOnWriteArrayList<Word>();
        one.listen(topic, all::add).ready().await();
        return all;
    }

    /**
     * Publishes a word until it arrives, because a connection that breaks loses it. Each attempt has a number of its own, so a
     * word that is heard twice was published again by somebody else.
     */
    private static void publish(Topic<Word> topic, String text, LinkedBlockingQueue<Word> heard) {
        await().atMost(LONG).until(() -> {
            two.publish(topic, new Word(text + " " + NUMBERS.incrementAndGet()));
            var word = heard.poll(2, TimeUnit.SECONDS);
            return word != null && word.text().startsWith(text);
        });
    }

    private static Recording overheard() {
        return wire.recordings().stream().filter(Recording::isOpen).findFirst().orElseThrow();
    }

    @Test
    void whoReadsAlongLearnsNothing() throws Exception {
        var topic = new Topic<>("wire.secret", Word.class);
        var heard = heard(topic);

        publish(topic, "a word for members", heard);

        var said = new String(overheard().said(), StandardCharsets.ISO_8859_1);
        assertThat(said).isNotEmpty().doesNotContain("a word for members").doesNotContain("wire.secret");
    }

    @Test
    void whatIsSaidAgainOnAnotherConnectionIsNotHeard() throws Exception {
        var topic = new Topic<>("wire.replayed", Word.class);
        var heard = heard(topic);
        var all = record(topic);
        publish(topic, "once", heard);

        send(overheard().said());

        publish(topic, "afterwards", heard);
        assertThat(all).doesNotHaveDuplicates();
    }

    @Test
    void whatIsSaidAgainOnTheSameConnectionBreaksItAndIsNotHeard() throws Exception {
        var topic = new Topic<>("wire.repeated", Word.class);
        var heard = heard(topic);
        var all = record(topic);
        publish(topic, "the first", heard);
        var connection = overheard();
        var before = connection.said().length;
        publish(topic, "the second", heard);
        var said = connection.said();

        connection.inject(Arrays.copyOfRange(said, before, said.length));

        await().atMost(LONG).until(() -> !connection.isOpen());
        publish(topic, "the third", heard);
        assertThat(all).doesNotHaveDuplicates();
    }

    private static void send(byte[] bytes) throws IOException {
        try (var socket = new Socket(LOOPBACK, busPort)) {
            socket.setSoTimeout((int) LONG.toMillis());
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            // That it is hung up on is what is asked for.
        }
    }

    @Test
    void aMessageIsHeardOnlyFromWhoShowsTheInstallationsCertificate() throws Exception {
        var topic = new Topic<>("wire.forged", Word.class);
        var heard = heard(topic);
        var frame = frame(topic.address(), "forged");

        send(frame.getBytes());
        // In TLS 1.3 a client may write before the server has judged its certificate.
        var refused = catchThrowable(() -> sendWith(ClusteredVertxNodes.crypto(2), frame));
        assertThat(heard.poll(500, TimeUnit.MILLISECONDS)).as("%s", refused).isNull();

        // Sent until it is heard: a connection may end before all of it is written.
        await().atMost(LONG).untilAsserted(() -> {
            var ended = catchThrowable(() -> sendWith(ClusteredVertxNodes.crypto(1), frame));
            assertThat(heard.poll(2, TimeUnit.SECONDS)).as("%s", ended).isEqualTo(new Word("forged"));
        });
    }

    /** A frame as Vert.x writes it. */
    private static Buffer frame(String address, String text) {
        var bus = (EventBusImpl) second.eventBus();
        var headers = MultiMap.caseInsensitiveMultiMap();
        var self = two.members().self();
        return new ClusteredMessage<>(self, address, headers, new Word(text), new RecordCodec(), false, bus)
                .encodeToWire();
    }

    private static void sendWith(Crypto crypto, Buffer frame) {
        var options = new NetClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setHostnameVerificationAlgorithm("")
                .setKeyCertOptions(ClusterCertificate.of(new ClusterKey(crypto)).shown());
        var socket = first.createNetClient(options).connect(busPort, LOOPBACK).await();
        socket.write(frame).await();
        socket.close().await();
    }
}
