package io.godwit.kit.nodes;

import io.godwit.bus.Cluster;
import io.godwit.bus.ClusterSettings;
import io.godwit.core.Crypto;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Clustered Vertx instances in one JVM, on free ports of the loopback interface. */
public final class ClusteredVertxNodes implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    private final List<Integer> ports;
    private final List<Vertx> nodes;

    private ClusteredVertxNodes(List<Integer> ports, List<Vertx> nodes) {
        this.ports = ports;
        this.nodes = nodes;
    }

    /** Returns when all have joined one cluster; takes some 3 s. */
    public static ClusteredVertxNodes start(int count) {
        var ports = Stream.generate(FreePorts::free).limit(count).toList();
        var members = ports.stream().map(port -> LOOPBACK + ":" + port).toList();
        return new ClusteredVertxNodes(
                ports,
                ports.stream().map(port -> start(port, members, crypto(1))).toList());
    }

    /** The signing and encryption keys of an installation. */
    public static Crypto crypto(int installation) {
        var signing = new byte[Crypto.KEY_BYTES];
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(signing, (byte) installation);
        Arrays.fill(encryption, (byte) (installation + 100));
        return Crypto.of(signing, encryption);
    }

    /** A node of whoever has the keys, which knows the others' addresses. */
    public static Vertx start(int port, List<String> members, Crypto crypto) {
        return start(port, members, crypto, Optional.empty());
    }

    /** A node that others reach at another host than the one it listens on. */
    public static Vertx start(int port, List<String> members, Crypto crypto, Optional<String> publicHost) {
        var settings = new ClusterSettings(true, members, LOOPBACK, port, 0, publicHost, Optional.empty());
        return Cluster.start(Vertx.builder(), new VertxOptions(), settings, crypto)
                .await();
    }

    public Vertx node(int index) {
        return nodes.get(index);
    }

    /** The port on which a node takes its members' connections. */
    public int port(int index) {
        return ports.get(index);
    }

    @Override
    public void close() {
        Future.join(nodes.stream().map(Vertx::close).toList()).await();
    }
}
