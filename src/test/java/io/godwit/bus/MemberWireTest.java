package io.godwit.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.RecordingProxy;
import io.godwit.kit.net.RecordingProxy.Recording;
import io.godwit.kit.nodes.ClusteredVertxNodes;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connections between members, where somebody reads along, or asks for something else than a membership. */
@Tag("slow")
@CloseFields
class MemberWireTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** First bytes of the protocol of members, to which a member answers with the same. */
    private static final String MEMBER = "HZC";

    private static int port;
    private static RecordingProxy wire;
    private static Vertx one;
    private static Vertx two;

    /** The second node reaches the first through a proxy, which listens at the address that the first one tells. */
    @BeforeAll
    static void start() {
        port = FreePorts.free();
        wire = new RecordingProxy("127.0.0.2", port, port);
        one = ClusteredVertxNodes.start(port, List.of(), ClusteredVertxNodes.crypto(1), Optional.of("127.0.0.2"));
        two = ClusteredVertxNodes.start(FreePorts.free(), List.of("127.0.0.2:" + port), ClusteredVertxNodes.crypto(1));
        await().atMost(LONG)
                .until(() -> hazelcast(one).getCluster().getMembers().size() == 2);
    }

    private static HazelcastInstance hazelcast(Vertx node) {
        var manager = (HazelcastClusterManager) ((VertxInternal) node).clusterManager();
        return manager.getHazelcastInstance();
    }

    private static Recording overheard() {
        return wire.recordings().stream().filter(Recording::isOpen).findFirst().orElseThrow();
    }

    @Test
    void allThatMembersSayToEachOtherIsEncrypted() {
        var secret = "a value for members ".repeat(1_000);
        var map = hazelcast(two).<Integer, String>getMap("wire");

        IntStream.range(0, 50).forEach(number -> map.set(number, secret));

        var said = overheard().said();
        assertThat(recordTypes(said)).startsWith(22).containsOnly(20, 22, 23);
        assertThat(said).hasSizeGreaterThan(10 * secret.length());
        assertThat(new String(said, StandardCharsets.ISO_8859_1))
                .doesNotContain("a value for members")
                .doesNotContain(new ClusterKey(ClusteredVertxNodes.crypto(1)).clusterName());
    }

    /** The types of the whole records (RFC 8446, section 5.1); fails where there is something else. */
    private static List<Integer> recordTypes(byte[] said) {
        var types = new ArrayList<Integer>();
        for (var rest = ByteBuffer.wrap(said); rest.remaining() >= 5; ) {
            types.add((int) rest.get());
            assertThat(rest.getShort()).isIn((short) 0x0301, (short) 0x0303);
            var length = Short.toUnsignedInt(rest.getShort());
            rest.position(Math.min(rest.position() + length, rest.limit()));
        }
        return types;
    }

    /** Larger than the buffers of both ends, in both directions at once. */
    @Test
    void largeValuesArriveWhole() {
        var bytes = new byte[3_000_000];
        new Random(7).nextBytes(bytes);
        var here = hazelcast(one).<Integer, byte[]>getMap("large");
        var there = hazelcast(two).<Integer, byte[]>getMap("large");

        var writes = IntStream.range(0, 8)
                .mapToObj(number ->
                        (number % 2 == 0 ? here : there).setAsync(number, bytes).toCompletableFuture())
                .toList();
        writes.forEach(write -> assertThat(write).succeedsWithin(LONG));

        for (var number = 0; number < 8; number++) {
            assertThat(here.get(number)).isEqualTo(bytes);
            assertThat(there.get(number)).isEqualTo(bytes);
        }
        here.destroy();
    }

    /** A client of Hazelcast, HTTP, memcache, and anything else: not even a holder of the key is served. */
    @ParameterizedTest
    @ValueSource(strings = {"CP2", "GET /hazelcast/health HTTP/1.1\r\n\r\n", "get wire\r\n", "version\r\n", "xyz"})
    void nothingButTheProtocolOfMembersIsAnswered(String words) throws Exception {
        var context = ClusterCertificate.of(new ClusterKey(ClusteredVertxNodes.crypto(1)))
                .context();

        assertThat(answer(context, words)).isEmpty();
        assertThat(answer(context, MEMBER)).isEqualTo(MEMBER);
    }

    @Test
    void whoPresentsTheCertificateOfAnotherInstallationIsNotAnswered() throws Exception {
        var stranger = ClusterCertificate.of(new ClusterKey(ClusteredVertxNodes.crypto(2)));

        assertThat(answer(trustingAll(stranger), MEMBER)).isEmpty();
    }

    @Test
    void whoPresentsNoCertificateIsNotAnswered() throws Exception {
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new Trusting()}, null);

        assertThat(answer(context, MEMBER)).isEmpty();
    }

    @Test
    void whoPresentsTheCertificateInAnOlderVersionOfTlsIsNotAnswered() throws Exception {
        var member = ClusterCertificate.of(new ClusterKey(ClusteredVertxNodes.crypto(1)));

        assertThat(answer(trustingAll(member), MEMBER, "TLSv1.2")).isEmpty();
        assertThat(answer(trustingAll(member), MEMBER, "TLSv1.3")).isEqualTo(MEMBER);
    }

    private static SSLContext trustingAll(ClusterCertificate shown) throws GeneralSecurityException, IOException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("cluster", shown.keys().getPrivate(), new char[0], new Certificate[] {shown.certificate()});
        keys.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static String answer(SSLContext context, String words) throws IOException {
        return answer(context, words, "TLSv1.3");
    }

    /** The first bytes that come back, as many as there are in the answer of a member; empty when the connection is closed. */
    private static String answer(SSLContext context, String words, String version) throws IOException {
        try (var plain = new Socket("127.0.0.1", port);
                var socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", port, true)) {
            socket.setSoTimeout((int) LONG.toMillis());
            socket.setEnabledProtocols(new String[] {version});
            return reply(socket, words);
        }
    }

    private static String reply(Socket socket, String words) {
        try {
            socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(MEMBER.length()), StandardCharsets.US_ASCII);
        } catch (SocketTimeoutException open) {
            throw new AssertionError("The connection is neither answered nor closed", open);
        } catch (IOException closed) {
            return "";
        }
    }

    @Test
    @SuppressWarnings("removal") // The REST interface is to be removed, and is there until then.
    void hazelcastOffersNothingElse() {
        var config = hazelcast(one).getConfig();
        var network = config.getNetworkConfig();

        assertThat(network.getRestApiConfig().isEnabled()).isFalse();
        assertThat(network.getMemcacheProtocolConfig().isEnabled()).isFalse();
        assertThat(network.getJoin().getMulticastConfig().isEnabled()).isFalse();
        assertThat(network.getJoin().getAutoDetectionConfig().isEnabled()).isFalse();
        assertThat(config.getJetConfig().isEnabled()).isFalse();
        assertThat(config.getMetricsConfig().isEnabled()).isFalse();
        assertThat(config.getManagementCenterConfig().isScriptingEnabled()).isFalse();
        assertThat(config.getProperties())
                .containsEntry("hazelcast.phone.home.enabled", "false")
                .containsEntry("hazelcast.diagnostics.enabled", "false")
                .containsEntry("hazelcast.jmx", "false");
    }

    /** Trusts each server, as an attacker would. */
    private static final class Trusting implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // A server is not asked.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Any server is taken.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
