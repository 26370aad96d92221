package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.NetworkNamespace;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.nodes.SoakRounds;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A loaded cluster that is restarted node by node, whose network splits, and one of whose nodes stands still for long. */
@Tag("soak")
final class ClusterFaultSoakIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final int CALLERS = 12;
    private static final int PER_SECOND = 150;

    /** Accepted before a fault and after it. */
    private static final int WARM = 300;

    /** The jar of the last version, for {@code -Dsoak.before}; without it the restarts change no version. */
    private static final Optional<Path> BEFORE =
            Optional.ofNullable(System.getProperty("soak.before")).map(Path::of);

    @Test
    void aRollingRestartOrUpgradeFailsNoRequest() throws Exception {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var nodes = new Cluster(db, sink, 3, BEFORE)) {
            var traffic = RequestTraffic.mixed("rolling", nodes.project());
            try (var balancer = new BalancedNodes(nodes.servers)) {
                var load = PacedCallers.start(
                        CALLERS, PER_SECOND, number -> traffic.call(balancer.next(), balancer.next(), number));
                awaitMore(traffic);
                for (var ignored : SoakRounds.rounds().toArray()) {
                    for (var node = 0; node < 3; node++) {
                        assertThat(nodes.servers.get(node).stop()).isZero();
                        nodes.upgrade(node);
                        balancer.awaitBack(node);
                        awaitMore(traffic);
                    }
                }
                load.finish();
            }

            assertThat(traffic.ledger().statuses()).containsOnly(200, 403);
            assertThat(traffic.ledger().unclear()).isZero();
            assertBalance(traffic, "rolling", db, sink);
        } finally {
            vertx.close().await();
        }
    }

    @Test
    void aNodeThatStoodStillForTwoMinutesGoesOnAndRepeatsNothing() throws Exception {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var nodes = new Cluster(db, sink, 2, Optional.empty())) {
            var traffic = RequestTraffic.mixed("still", nodes.project());
            var load = PacedCallers.start(
                    CALLERS,
                    PER_SECOND,
                    number -> traffic.call(nodes.servers.get(0).api(), number));
            awaitMore(traffic);
            signal(nodes.servers.get(1), "STOP");
            TimeUnit.MINUTES.sleep(2);
            signal(nodes.servers.get(1), "CONT");
            awaitMore(traffic);
            await().atMost(TIMEOUT).until(() -> nodes.servers.get(1).api().isReady());
            await().atMost(TIMEOUT)
                    .until(() -> members(nodes.servers.get(1)) == 2 && members(nodes.servers.get(0)) == 2);
            load.finish();

            assertBalance(traffic, "still", db, sink);
        } finally {
            vertx.close().await();
        }
    }

    /** Both sides reach the database, and neither the other. */
    @Test
    void bothSidesOfASplitWorkOnAndBecomeOneAgain() throws Exception {
        var whyNot = NetworkNamespace.whyNot();
        assumeTrue(whyNot.isEmpty(), () -> "No network namespace: " + whyNot.orElseThrow());
        var vertx = Vertx.vertx();
        try (var namespace = NetworkNamespace.make();
                var db = TestDatabase.fresh(vertx);
                var sink = SmtpSink.start(vertx);
                var toDatabase = TcpProxy.at(vertx, namespace.askedAddress(), "127.0.0.1", db.port());
                var toMail = TcpProxy.at(vertx, namespace.askedAddress(), "127.0.0.1", sink.port());
                var here = JarServer.start(split(db.url(), sink, namespace.ourAddress(), namespace.cutAddress()));
                var there = JarServer.start(
                        namespace.launcher(),
                        NodeSettings.all(
                                split(
                                        db.url()
                                                .replace(
                                                        "127.0.0.1:" + db.port() + "/",
                                                        namespace.askedAddress() + ":" + toDatabase.port() + "/"),
                                        sink,
                                        namespace.cutAddress(),
                                        namespace.ourAddress()),
                                Map.of(
                                        "GODWIT_HTTP_HOST",
                                        namespace.nodeAddress(),
                                        "GODWIT_MAIL_HOST",
                                        namespace.askedAddress(),
                                        "GODWIT_MAIL_PORT",
                                        Integer.toString(toMail.port()))))) {
            var traffic = RequestTraffic.mixed("split", here.demo());
            var load = PacedCallers.start(
                    CALLERS, PER_SECOND, number -> traffic.call((number % 2 == 0 ? here : there).api(), number));
            awaitMembers(2, here, there);
            for (var ignored : SoakRounds.rounds().limit(3).toArray()) {
                awaitMore(traffic);
                namespace.cut();
                awaitMembers(1, here, there);
                awaitMore(traffic);
                namespace.mend();
                awaitMembers(2, here, there);
            }
            awaitMore(traffic);
            load.finish();

            assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503);
            assertBalance(traffic, "split", db, sink);
        } finally {
            vertx.close().await();
        }
    }

    private static Map<String, String> split(String database, SmtpSink sink, String own, String other) {
        return NodeSettings.all(
                NodeSettings.on(database, sink),
                Map.of(
                        "GODWIT_CLUSTER_ENABLED",
                        "true",
                        "GODWIT_CLUSTER_HOST",
                        own,
                        "GODWIT_CLUSTER_PORT",
                        "5711",
                        "GODWIT_CLUSTER_MEMBERS",
                        other + ":5711",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived()));
    }

    private static void awaitMembers(int members, JarServer... nodes) {
        for (var node : nodes) {
            await().atMost(TIMEOUT).until(() -> members(node) == members);
        }
    }

    /** The members of the cluster that the node sees, itself included. */
    private static int members(JarServer node) {
        return node.api()
                .get("/health", "")
                .body()
                .getJsonObject("details")
                .getJsonObject("cluster")
                .getInteger("members");
    }

    private static void signal(JarServer node, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(node.pid()))
                .start()
                .waitFor();
    }

    private static void awaitMore(RequestTraffic traffic) {
        var enough = traffic.ledger().accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() >= enough);
    }

    /** Callers, rows and mail server tell the same story, and each email came once. */
    private static void assertBalance(RequestTraffic traffic, String name, TestDatabase db, SmtpSink sink)
            throws SQLException {
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM outbox") == 0);
        try (var database = db.connect()) {
            traffic.assertHonest(database);
        }
        var rows = db.query("SELECT to_email, status FROM emails WHERE starts_with(to_email, ?)", name);
        var emailed = new HashSet<String>();
        rows.forEach(row -> emailed.add((String) row.get("to_email")));
        var copies = ReceivedCopies.at(sink, name);
        assertThat(rows).extracting(row -> row.get("status")).containsOnly("SENT");
        assertThat(copies.recipients()).isEqualTo(emailed);
        assertThat(copies.most()).isEqualTo(1);
    }

    /** Clustered nodes, each with a directory and a port that it keeps when its jar is replaced. */
    private static final class Cluster implements AutoCloseable {

        private final List<JarServer> servers = new ArrayList<>();
        private final List<Path> directories = new ArrayList<>();
        private final List<Map<String, String>> settings = new ArrayList<>();

        Cluster(TestDatabase db, SmtpSink sink, int nodes, Optional<Path> jar) throws IOException {
            var ports = new ArrayList<Integer>();
            for (var node = 0; node < nodes; node++) {
                ports.add(FreePorts.free());
            }
            for (var node = 0; node < nodes; node++) {
                directories.add(Files.createTempDirectory("godwit-cluster-"));
                settings.add(NodeSettings.all(
                        NodeSettings.on(db.url(), sink),
                        NodeSettings.clustered(ports, node),
                        Map.of(
                                "GODWIT_HTTP_PORT",
                                Integer.toString(FreePorts.free()),
                                "JAVA_TOOL_OPTIONS",
                                GodwitJar.SHORT_LIVED)));
                servers.add(JarServer.start(jar.orElse(GodwitJar.path()), directories.get(node), settings.get(node)));
            }
        }

        /** Starts the stopped node where it was, with this version's jar. */
        void upgrade(int node) {
            servers.set(node, JarServer.start(GodwitJar.path(), directories.get(node), settings.get(node)));
        }

        JsonObject project() {
            return servers.get(0).demo();
        }

        @Override
        public void close() {
            servers.forEach(JarServer::close);
        }
    }
}
