package io.godwit.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.core.StartupException;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.ClusteredVertxNodes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@CloseFields
class ClusterTest {

    private static final NewerMessage MESSAGE = new NewerMessage(
            UUID.randomUUID(),
            "Grüße",
            Instant.parse("2026-05-02T08:10:00.123456Z"),
            List.of(new Page(1), new Page(2)));

    private static ClusteredVertxNodes nodes;
    private static Bus one;
    private static Bus two;

    /** As the newer node knows it. */
    private record NewerMessage(UUID id, String text, Instant at, List<Page> pages) {}

    private record Page(int number) {}

    /** As the older node knows it: fewer members, and one that the newer node has dropped. */
    private record OlderMessage(UUID id, String text, List<Page> pages, String dropped) {}

    @BeforeAll
    static void start() {
        nodes = ClusteredVertxNodes.start(2);
        one = Bus.on(nodes.node(0));
        two = Bus.on(nodes.node(1));
    }

    /** A member that joins is refused so while the partitions are being moved, and asks again. */
    @Test
    void aMemberReadsTheErrorsOfAnother() {
        var serialization = serialization(nodes.node(0));
        var error = new RetryableHazelcastException("Later", new TargetNotMemberException("Not yet"));
        error.addSuppressed(new IllegalStateException("Moving"));

        var read = (Throwable) serialization.toObject(serialization.toData(error));

        assertThat(read).isInstanceOf(RetryableHazelcastException.class).hasMessage("Later");
        assertThat(read.getStackTrace()).isEqualTo(error.getStackTrace());
    }

    @Test
    void aMemberReadsNoObjectOfAnotherClass() {
        var serialization = serialization(nodes.node(0));
        var foreign = serialization.toData(new File("/etc/passwd").toURI());

        var refusal = catchThrowable(() -> serialization.toObject(foreign));

        assertThat(refusal).hasMessageContaining("java.net.URI is not allowed");
    }

    private static SerializationService serialization(Vertx node) {
        var manager = (HazelcastClusterManager) ((VertxInternal) node).clusterManager();
        return ((HazelcastInstanceProxy) manager.getHazelcastInstance()).getSerializationService();
    }

    @Test
    void everyNodeSeesTheOthers() {
        await().atMost(Duration.ofSeconds(30)).until(() -> one.members().count() == 2);

        assertThat(one.members().all())
                .isEqualTo(two.members().all())
                .containsExactlyInAnyOrder(one.members().self(), two.members().self());
    }

    @Test
    void aNoticeReachesTheOtherNodeWhole() throws InterruptedException {
        var topic = new Topic<>("cluster.news", NewerMessage.class);
        var heard = new LinkedBlockingQueue<NewerMessage>();
        two.listen(topic, heard::add).ready().await();

        one.publish(topic, MESSAGE);

        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo(MESSAGE);
    }

    @Test
    void nodesOfTwoVersionsUnderstandEachOther() throws InterruptedException {
        var heard = new LinkedBlockingQueue<OlderMessage>();
        two.listen(new Topic<>("cluster.versions", OlderMessage.class), heard::add)
                .ready()
                .await();

        one.publish(new Topic<>("cluster.versions", NewerMessage.class), MESSAGE);

        var message = heard.poll(30, TimeUnit.SECONDS);
        assertThat(message.text()).isEqualTo("Grüße");
        assertThat(message.pages()).isEqualTo(MESSAGE.pages());
        assertThat(message.dropped()).isNull();
    }

    @Test
    void aCommandIsAnsweredByTheOtherNode() {
        var ask = new RequestAddress<>("cluster.ask", NewerMessage.class, Page.class, false);
        two.serve(ask, message -> Future.succeededFuture(message.pages().get(1)))
                .await();

        var answer = one.request(ask, MESSAGE).await();

        assertThat(answer).isEqualTo(new Page(2));
    }

    @Test
    void aCommandMayBeAnsweredWithNothing() {
        var ask = new RequestAddress<>("cluster.nothing", Page.class, Void.class, false);
        two.serve(ask, ignored -> Future.succeededFuture()).await();

        var answer = one.request(ask, new Page(1));

        assertThat(answer.map("answered").await()).isEqualTo("answered");
    }

    @Test
    void aFailureOfTheOtherNodeKeepsItsKindItsMistakesAndItsDetails() {
        var ask = new RequestAddress<>("cluster.fail", Page.class, Page.class, false);
        var issue = new Issue("to.1", "Expected string", "invalid_type", java.util.Optional.of("number"));
        var failure = Failure.of(Kind.VALIDATION_ERROR, "Wrong", List.of(issue)).with("retryAfter", 7L);
        two.serve(ask, ignored -> Future.failedFuture(failure)).await();

        var error = catchThrowableOfType(
                Failure.class, () -> one.request(ask, new Page(1)).await());

        assertThat(error.kind()).isEqualTo(Kind.VALIDATION_ERROR);
        assertThat(error.sentence()).isEqualTo("Wrong");
        assertThat(error.issues()).containsExactly(issue);
        assertThat(error.details()).isEqualTo(Map.of("retryAfter", 7L));
    }

    @Test
    void anAccidentOfTheOtherNodeIsNoAnswerToTheCaller() {
        var ask = new RequestAddress<>("cluster.accident", Page.class, Page.class, false);
        two.serve(ask, ignored -> Future.failedFuture(new ArithmeticException("by zero")))
                .await();

        var error = catchThrowable(() -> one.request(ask, new Page(1)).await());

        assertThat(error).isNotInstanceOf(Failure.class).hasMessageContaining("by zero");
    }

    @Test
    void aLocalCommandNeverLeavesItsNode() {
        var ask = new RequestAddress<>("cluster.local", Page.class, Page.class, true);
        two.serve(ask, Future::succeededFuture).await();

        var error = catchThrowableOfType(
                Failure.class, () -> one.request(ask, new Page(1)).await());

        assertThat(error.kind()).isEqualTo(Kind.SERVICE_UNAVAILABLE);
    }

    @Test
    void whoKnowsTheAddressAndNotTheKeyNeitherJoinsNorIsHeard() throws Exception {
        var members = List.of("127.0.0.1:" + nodes.port(0), "127.0.0.1:" + nodes.port(1));
        var topic = new Topic<>("cluster.intruder", Page.class);
        var heard = new LinkedBlockingQueue<Page>();
        one.listen(topic, heard::add).ready().await();

        var intruder = ClusteredVertxNodes.start(FreePorts.free(), members, ClusteredVertxNodes.crypto(2));
        try {
            var bus = Bus.on(intruder);
            bus.publish(topic, new Page(1_000_000));

            assertThat(bus.members().count()).isEqualTo(1);
            assertThat(one.members().count()).isEqualTo(2);
            assertThat(heard.poll(1, TimeUnit.SECONDS)).isNull();
        } finally {
            intruder.close().await();
        }
    }

    /** The same cluster name is not enough: it goes over the wire, the key does not. */
    @Test
    void aHazelcastClientThatHasLearntTheClusterNameIsHungUpOn() {
        var config = new ClientConfig().setClusterName(new ClusterKey(ClusteredVertxNodes.crypto(1)).clusterName());
        config.getNetworkConfig().addAddress("127.0.0.1:" + nodes.port(0));
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(500);

        assertThat(catchThrowable(() -> HazelcastClient.newHazelcastClient(config)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aConnectionThatSaysNothingOrNonsenseIsClosed() throws IOException {
        for (var words : List.of("HZC", "x".repeat(200), "GET /hazelcast/health HTTP/1.1\r\n\r\n")) {
            try (var socket = new Socket("127.0.0.1", nodes.port(0))) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));

                assertThat(endOf(socket)).isTrue();
            }
        }
    }

    private static boolean endOf(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void aNodeThatLeftIsNoMemberButOfThoseExpectedAndOneMayBeMissing() {
        try (var more = ClusteredVertxNodes.start(2)) {
            var stays = ClusterMembers.of(more.node(0));
            var before = stays.state();

            more.node(1).close().await();

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> stays.state().since().isAfter(before.since()));
            assertThat(stays.count()).isEqualTo(1);
            assertThat(stays.state().members()).isEqualTo(1);
            assertThat(before.members()).isEqualTo(2);
            assertThat(before.expected()).isEqualTo(2);
            assertThat(stays.state().expected()).isEqualTo(2);
            assertThat(stays.mayLackOne()).isTrue();
        }
    }

    /** A split that lasts longer than a lost member is remembered leaves nothing else to tell that one is missing. */
    @Test
    void oneMayBeMissingWhereTheSettingsDoNotNameEveryMember() {
        var first = FreePorts.free();
        var seed = List.of("127.0.0.1:" + first);
        var named = ClusteredVertxNodes.start(first, seed, ClusteredVertxNodes.crypto(1));
        var unnamed = ClusteredVertxNodes.start(FreePorts.free(), seed, ClusteredVertxNodes.crypto(1));
        var alone = ClusteredVertxNodes.start(FreePorts.free(), List.of(), ClusteredVertxNodes.crypto(1));
        try {
            var members = ClusterMembers.of(named);
            await().atMost(Duration.ofSeconds(30)).until(() -> members.count() == 2);

            assertThat(members.mayLackOne()).isTrue();
            assertThat(ClusterMembers.of(alone).mayLackOne()).isTrue();
        } finally {
            Future.join(named.close(), unnamed.close(), alone.close()).await();
        }
    }

    @Test
    void aNodeWhoseMemberHasEndedIsNone() {
        try (var more = ClusteredVertxNodes.start(2)) {
            var members = ClusterMembers.of(more.node(0));
            assertThat(members.mayLackOne()).isFalse();

            ((HazelcastClusterManager) ((VertxInternal) more.node(0)).clusterManager())
                    .getHazelcastInstance()
                    .shutdown();

            assertThat(members.state().running()).isFalse();
            assertThat(members.mayLackOne()).isTrue();
        }
    }

    @Test
    void aVertxThatDoesNotGiveItsClusterIsNamed() {
        var other = (Vertx) Proxy.newProxyInstance(
                Vertx.class.getClassLoader(), new Class<?>[] {Vertx.class}, (proxy, method, arguments) -> null);

        assertThatThrownBy(() -> ClusterMembers.of(other))
                .isInstanceOf(StartupException.class)
                .hasMessageEndingWith("so the other nodes could not be known. The version of vertx-core does not fit");
    }

    @Test
    void nothingListensOnAnotherInterface() throws IOException {
        var port = nodes.port(0);

        assertThat(connects("127.0.0.1", port)).isTrue();
        for (var face : NetworkInterface.networkInterfaces().toList()) {
            for (var address : face.getInterfaceAddresses()) {
                if (!address.getAddress().isLoopbackAddress()) {
                    assertThat(connects(address.getAddress().getHostAddress(), port))
                            .isFalse();
                }
            }
        }
    }

    private static boolean connects(String host, int port) throws IOException {
        try (var socket = new Socket(host, port)) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        }
    }
}
