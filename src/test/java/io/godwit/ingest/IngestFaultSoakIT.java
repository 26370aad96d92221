package io.godwit.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.db.TestDatabase;
import io.godwit.kit.JarServer;
import io.godwit.kit.SystemTool;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.net.NetworkNamespace;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeKills;
import io.godwit.kit.nodes.PostgresKills;
import io.godwit.kit.nodes.SoakRounds;
import io.godwit.kit.nodes.TwoNodes;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link IngestFaultIT} and {@link io.godwit.db.PostgresKillIT} again and again, and faults that need more of the machine. */
@Tag("soak")
final class IngestFaultSoakIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void nodesKilledInAnyOrderLoseNothing() throws SQLException {
        try (var nodes = TwoNodes.start()) {
            for (var round : SoakRounds.rounds().toArray()) {
                var victims = SoakRounds.random(round).ints(3, 0, 2).boxed().toList();
                new NodeKills(nodes, "round" + round + ".").run(victims);
            }
        }
    }

    @Test
    void whatWasAcceptedOutlivesPostgresEveryTime() throws SQLException {
        var vertx = Vertx.vertx();
        try (var sink = SmtpSink.start(vertx);
                var server = server(sink)) {
            for (var round : SoakRounds.rounds().toArray()) {
                var name = "round" + round + ".";
                new PostgresKills(server, RequestTraffic.mixed(name, server.demo())).run(3);
                assertThat(ReceivedCopies.at(sink, name).most()).isEqualTo(1);
                sink.forget();
            }
        } finally {
            vertx.close().await();
        }
    }

    @Test
    void aCommitThatTheDiskRefusesIsNotAnsweredWithYes() throws SQLException {
        assumeTrue(
                SystemTool.succeeds(
                        "strace", "-f", "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO", "true"),
                "strace is missing, or this user may not trace: no disk error can be injected");
        try (var server = server()) {
            for (var round : SoakRounds.rounds().toArray()) {
                new PostgresKills(server, RequestTraffic.mixed("round" + round + ".", server.demo()))
                        .runWithDiskErrors(3);
            }
        }
    }

    /** The kernel drops the packets here; in the short test a proxy holds the bytes back. */
    @Test
    void aNetworkThatSwallowsEverythingIsToldWithinSecondsAndOverWithinSeconds() throws SQLException {
        var whyNot = NetworkNamespace.whyNot();
        assumeTrue(whyNot.isEmpty(), () -> "No network namespace: " + whyNot.orElseThrow());
        var vertx = Vertx.vertx();
        try (var namespace = NetworkNamespace.make();
                var db = TestDatabase.fresh(vertx);
                var wire = TcpProxy.at(vertx, namespace.ourAddress(), "127.0.0.1", db.port());
                var server = JarServer.start(namespace.launcher(), settings(namespace, db, wire))) {
            for (var round : SoakRounds.rounds().toArray()) {
                swallow(namespace, server, RequestTraffic.ofTracks("round" + round + ".", server.demo()), db);
            }
        } finally {
            vertx.close().await();
        }
    }

    private static void swallow(NetworkNamespace namespace, JarServer server, RequestTraffic traffic, TestDatabase db)
            throws SQLException {
        var load = PacedCallers.start(8, 100, number -> traffic.call(server.api(), number));
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > 100);

        namespace.cut();
        await().atMost(Duration.ofSeconds(5)).until(() -> !server.api().isReady());
        var alive = server.api().get("/health/live", "").status();
        namespace.mend();
        await().atMost(Duration.ofSeconds(10)).until(() -> server.api().isReady());
        var enough = traffic.ledger().accepted() + 100;
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > enough);
        load.finish();

        assertThat(alive).isEqualTo(200);
        assertThat(traffic.ledger().statuses()).containsExactlyInAnyOrder(200, 503);
        try (var database = db.connect()) {
            traffic.assertHonest(database);
        }
    }

    private static JarServer server(SmtpSink sink) {
        return JarServer.start(Map.of(
                "GODWIT_RATE_LIMIT_PER_MINUTE",
                "0",
                "GODWIT_MAIL_HOST",
                sink.host(),
                "GODWIT_MAIL_PORT",
                Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS",
                "none"));
    }

    private static JarServer server() {
        return JarServer.start(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "0"));
    }

    private static Map<String, String> settings(NetworkNamespace namespace, TestDatabase db, TcpProxy wire) {
        return Map.of(
                "GODWIT_HTTP_HOST", namespace.nodeAddress(),
                "GODWIT_DATABASE_URL",
                        db.url()
                                .replace(
                                        "127.0.0.1:" + db.port() + "/",
                                        namespace.ourAddress() + ":" + wire.port() + "/"),
                "GODWIT_SECRETS_SIGNING_KEY", "01".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY", "02".repeat(32),
                "GODWIT_DEMO_ENABLED", "true",
                "GODWIT_MAIL_CATCHER_ENABLED", "true",
                "GODWIT_RATE_LIMIT_PER_MINUTE", "0");
    }
}
