package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.AnsweredCalls;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar on its embedded PostgreSQL, killed under load: what was answered is there, once, and nothing else is. */
final class EmbeddedPostgresIT {

    private static final int CALLERS = 16;

    /** Answered before the blow, so that it falls in the middle of things. */
    private static final int WARM = 400;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static JarServer server;
    private static ExecutorService callers;

    private final AnsweredCalls ledger = new AnsweredCalls();
    private final AtomicBoolean calling = new AtomicBoolean(true);
    private final AtomicInteger number = new AtomicInteger();

    @BeforeAll
    static void start() {
        server = JarServer.startUnpacked(
                Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "0", "JAVA_TOOL_OPTIONS", GodwitJar.shortLived()));
        callers = Executors.newFixedThreadPool(CALLERS);
    }

    @AfterAll
    static void stop() {
        callers.shutdownNow();
        server.close();
    }

    @Test
    void aKilledServerComesBackOnThePostgresItLeftRunning() throws SQLException {
        var load = load("server");
        var orphan = server.postgresPid();

        server.kill9();
        finish(load);
        assertThat(ProcessHandle.of(orphan)).isPresent();
        server.restart();

        assertThat(ProcessHandle.of(orphan)).isEmpty();
        assertNothingLost("server");
    }

    @Test
    void aKilledPostgresIsStartedAgainUnderTheServer() throws SQLException {
        var load = load("postgres");
        var killed = server.postgresPid();

        server.killPostgres();
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> server.postgresPid() != killed);
        await().atMost(TIMEOUT).until(() -> server.api().isReady());
        awaitAccepted(ledger.accepted() + WARM);
        finish(load);

        assertThat(server.isAlive()).isTrue();
        assertNothingLost("postgres");
    }

    @Test
    void bothKilledAtOnceComeBack() throws SQLException {
        var load = load("both");

        server.killPostgres();
        server.kill9();
        finish(load);
        server.restart();

        assertNothingLost("both");
    }

    @Test
    void aCleanStopEndsPostgresTooAndTheNextStartFindsTheRows() throws SQLException {
        var load = load("clean");
        finish(load);
        var postgres = server.postgresPid();

        assertThat(server.stop()).isZero();
        assertThat(ProcessHandle.of(postgres)).isEmpty();
        server.restart();

        assertNothingLost("clean");
    }

    /** Calls without pause; returns when enough were accepted. */
    private List<CompletableFuture<Void>> load(String event) {
        var key = server.demo().getString("secretKey");
        var load = IntStream.range(0, CALLERS)
                .mapToObj(ignored -> CompletableFuture.runAsync(() -> call(event, key), callers))
                .toList();
        awaitAccepted(WARM);
        return load;
    }

    private void awaitAccepted(int count) {
        await().atMost(TIMEOUT).until(() -> ledger.accepted() >= count);
    }

    private void finish(List<CompletableFuture<Void>> load) {
        calling.set(false);
        load.forEach(CompletableFuture::join);
    }

    private void call(String event, String key) {
        while (calling.get()) {
            var email = event + number.incrementAndGet() + "@example.com";
            try {
                var body = new JsonObject().put("email", email).put("event", event);
                ledger.answered(email, server.api().post("/v1/track", key, body).status());
            } catch (UncheckedIOException noAnswer) {
                ledger.unanswered(email);
            }
        }
    }

    private void assertNothingLost(String event) throws SQLException {
        var stored = stored(event);

        assertThat(ledger.accepted()).isGreaterThanOrEqualTo(WARM);
        assertThat(ledger.lost(stored)).isEmpty();
        assertThat(ledger.uncalledFor(stored)).isEmpty();
    }

    /** The contacts with this event; fails when one has it twice. */
    private static Set<String> stored(String event) throws SQLException {
        var stored = new HashSet<String>();
        try (var connection = server.connect();
                var statement = connection.prepareStatement("""
                        SELECT contacts.email
                          FROM events
                          JOIN contacts ON contacts.project_id = events.project_id AND contacts.id = events.contact_id
                         WHERE events.name = ?
                        """)) {
            statement.setString(1, event);
            for (var rows = statement.executeQuery(); rows.next(); ) {
                assertThat(stored.add(rows.getString(1))).isTrue();
            }
        }
        return stored;
    }
}
