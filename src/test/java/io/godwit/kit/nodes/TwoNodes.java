package io.godwit.kit.nodes;

import io.godwit.db.TestDatabase;
import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** Two jars on one database and one mail server. The second reaches PostgreSQL over a wire that a test can cut. */
public final class TwoNodes implements AutoCloseable {

    /** Messages one node has under way at most: so many can be in doubt when it dies. */
    static final int CONNECTIONS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final TcpProxy wire = TcpProxy.to(vertx, "127.0.0.1", db.port());
    private final List<JarServer> nodes;

    private TwoNodes() {
        var ports = List.of(FreePorts.free(), FreePorts.free());
        var authoritative = db.url();
        var wired = authoritative.replace(":" + db.port() + "/", ":" + wire.port() + "/");
        var first = JarServer.start(settings(authoritative, ports, 0));
        nodes = List.of(first, JarServer.start(settings(wired, ports, 1)));
    }

    public static TwoNodes start() {
        return new TwoNodes();
    }

    /** The first and the second in turn. */
    public JarServer node(int number) {
        return nodes.get(Math.floorMod(number, nodes.size()));
    }

    public ApiClient api(int number) {
        return node(number).api();
    }

    public TestDatabase db() {
        return db;
    }

    SmtpSink sink() {
        return sink;
    }

    /** From the second node to PostgreSQL. */
    public TcpProxy wire() {
        return wire;
    }

    public Vertx vertx() {
        return vertx;
    }

    public JsonObject project() {
        return node(0).demo();
    }

    @Override
    public void close() {
        nodes.forEach(JarServer::close);
        wire.close();
        sink.close();
        db.close();
        vertx.close().await();
    }

    private Map<String, String> settings(String database, List<Integer> ports, int node) {
        return NodeSettings.all(
                NodeSettings.on(database, sink),
                NodeSettings.clustered(ports, node),
                Map.of(
                        "GODWIT_MAIL_CONNECTIONS",
                        Integer.toString(CONNECTIONS),
                        "GODWIT_SENDING_LEASE",
                        "3s",
                        "GODWIT_SENDING_RESCUE",
                        "6s",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived()));
    }
}
