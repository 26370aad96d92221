package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.nodes.PostgresKills;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar whose PostgreSQL is killed under it. */
final class PostgresKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final int CONNECTIONS = 20;

    private static final Vertx VERTX = Vertx.vertx();

    private static SmtpSink sink;
    private static JarServer server;

    @BeforeAll
    static void start() {
        sink = SmtpSink.start(VERTX);
        server = JarServer.startUnpacked(Map.of(
                "GODWIT_RATE_LIMIT_PER_MINUTE",
                "0",
                "GODWIT_MAIL_HOST",
                sink.host(),
                "GODWIT_MAIL_PORT",
                Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS",
                "none",
                "GODWIT_MAIL_CONNECTIONS",
                Integer.toString(CONNECTIONS),
                "GODWIT_SENDING_SHARE_PROJECT",
                "99",
                "JAVA_TOOL_OPTIONS",
                GodwitJar.shortLived()));
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        VERTX.close().await();
    }

    @Test
    void whatWasAcceptedOutlivesPostgres() throws SQLException {
        new PostgresKills(server, RequestTraffic.mixed("durable", server.demo())).run(1);
    }

    /** The control: where PostgreSQL answers before the disk has it, the same blow must be seen to lose something. */
    @Test
    void aPostgresThatDoesNotWaitForItsDiskIsFoundOut() throws SQLException {
        stopWaitingForTheDisk();

        Set<String> lost = new HashSet<>();
        for (var kill = 0; kill < 5 && lost.isEmpty(); kill++) {
            lost.addAll(new PostgresKills(server, RequestTraffic.ofTracks("hasty" + kill + "-", server.demo()))
                    .lostInOne());
        }
        waitForTheDiskAgain();

        assertThat(lost).isNotEmpty();
    }

    @Test
    void anAcceptanceWhilePostgresIsAwayIsRecordedLaterAndNothingIsStartedMeanwhile() {
        var readers = IntStream.range(0, 3 * CONNECTIONS)
                .mapToObj(number -> "reader" + number + "@d" + number + ".example.com")
                .collect(Collectors.toSet());
        var gate = new SinkGate();
        sink.rule(SinkPoint.DOT, new SinkBehaviour.Held(gate));
        readers.forEach(PostgresKillIT::send);
        await().atMost(TIMEOUT).until(() -> started() == CONNECTIONS);

        server.keepPostgresFromStarting();
        server.killPostgresTree();
        await().atMost(TIMEOUT).until(() -> !server.api().isReady());
        gate.open();
        await().atMost(TIMEOUT).until(() -> copies().recipients().size() == CONNECTIONS);
        await().during(Duration.ofSeconds(1)).atMost(TIMEOUT).until(() -> started() == CONNECTIONS);
        var ready = server.api().isReady();
        server.letPostgresStart();

        await().atMost(TIMEOUT).until(() -> sent().containsAll(readers));
        assertThat(ready).isFalse();
        assertThat(copies().recipients()).isEqualTo(readers);
        assertThat(copies().most()).isEqualTo(1);
    }

    private static ReceivedCopies copies() {
        return ReceivedCopies.at(sink, "reader");
    }

    private static long started() {
        return sink.ledger(SinkPoint.RCPT).stream()
                .filter(exchange -> exchange.recipient().startsWith("reader"))
                .count();
    }

    private static void send(String to) {
        var mail = new JsonObject()
                .put("to", to)
                .put("from", "shop@" + server.demo().getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.api()
                        .post("/v1/send", server.demo().getString("secretKey"), mail)
                        .status())
                .isEqualTo(200);
    }

    /** Empty while PostgreSQL is away. */
    private static Set<String> sent() {
        var sent = new HashSet<String>();
        try (var database = server.connect();
                var rows = database.createStatement()
                        .executeQuery(
                                "SELECT to_email FROM emails WHERE status = 'SENT' AND to_email LIKE 'reader%'")) {
            while (rows.next()) {
                sent.add(rows.getString(1));
            }
            return sent;
        } catch (SQLException away) {
            return Set.of();
        }
    }

    /** Our sessions insist on waiting, so each transaction is talked out of it from within. */
    private static void stopWaitingForTheDisk() throws SQLException {
        execute("""
                CREATE FUNCTION hasty() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM set_config('synchronous_commit', 'off', true);
                    RETURN NULL;
                END $$;
                CREATE TRIGGER hasty AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION hasty();
                """);
    }

    private static void waitForTheDiskAgain() throws SQLException {
        execute("DROP FUNCTION hasty CASCADE");
    }

    private static void execute(String sql) throws SQLException {
        try (var database = server.connect()) {
            database.createStatement().execute(sql);
        }
    }
}
