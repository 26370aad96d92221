package io.godwit.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.ApiClient;
import io.godwit.kit.ApiClient.Response;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeKills;
import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two jars under load, killed, stopped, cut off from PostgreSQL and locked out. */
final class IngestFaultIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Of a node to PostgreSQL: two pools by their defaults, a fast and a slow lane for each core, and the probe. */
    private static final int MAX_CONNECTIONS =
            16 + 10 + 2 * Runtime.getRuntime().availableProcessors() + 1;

    private static TwoNodes nodes;

    @BeforeAll
    static void start() {
        nodes = TwoNodes.start();
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @Test
    void whatWasAcceptedOutlivesTheNodesThatAcceptedIt() throws SQLException {
        new NodeKills(nodes, "killed").run(List.of(0, 1));
    }

    @Test
    void aCallWhoseAnswerDiedWithItsNodeIsAnsweredWhenItIsRepeated() {
        var key = Map.of("Idempotency-Key", "asked-twice");
        try (var proxy = TcpProxy.to(nodes.vertx(), "127.0.0.1", nodes.node(0).port())) {
            var lossy = new ApiClient("http://127.0.0.1:" + proxy.port());
            proxy.loseReply(1, piece -> piece.toString().startsWith("HTTP/1.1 200"));
            assertThatThrownBy(() -> send(lossy, "twice@example.com", key)).isInstanceOf(UncheckedIOException.class);
        }
        nodes.node(0).kill9();
        nodes.node(0).restart();

        var again = send(nodes.api(0), "twice@example.com", key);
        var elsewhere = send(nodes.api(1), "twice@example.com", key);
        var different = send(nodes.api(1), "somebody.else@example.com", key);

        assertThat(List.of(again, elsewhere)).allSatisfy(replay -> {
            assertThat(replay.status()).isEqualTo(200);
            assertThat(replay.headers().firstValue("Idempotent-Replay")).contains("true");
            assertThat(replay.text()).isEqualTo(again.text());
        });
        assertThat(different.status()).isEqualTo(409);
        assertThat(nodes.db().query("SELECT id::text FROM emails WHERE to_email = 'twice@example.com'"))
                .extracting(row -> row.get("id"))
                .containsExactly(
                        again.body().getJsonArray("emails").getJsonObject(0).getString("email"));
    }

    @Test
    void aSilentNetworkToPostgresIsToldWithinSecondsAndOverWithinSeconds() throws SQLException {
        var traffic = RequestTraffic.mixed("silence", nodes.project());
        var cutOff = nodes.node(1);
        var load = PacedCallers.start(8, 80, number -> traffic.call(cutOff.api(), number));
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > 40);

        nodes.wire().stall();
        await().atMost(Duration.ofSeconds(5)).until(() -> !cutOff.api().isReady());
        load.finish();
        var refused = IntStream.range(0, 50)
                .mapToObj(number -> timed(() -> track(cutOff, "refused" + number + "@example.com")))
                .toList();
        var alive = cutOff.api().get("/health/live", "").status();
        var neighbour = track(nodes.node(0), "neighbour@example.com").status();
        nodes.wire().pass();
        await().atMost(Duration.ofSeconds(5)).until(() -> cutOff.api().isReady());
        var back = track(cutOff, "back@example.com").status();

        assertThat(refused).allSatisfy(timed -> {
            assertThat(timed.answer().status()).isEqualTo(503);
            assertThat(timed.answer().headers().firstValueAsLong("Retry-After")).isPresent();
        });
        assertThat(median(refused)).isLessThan(Duration.ofMillis(200));
        assertThat(List.of(alive, neighbour, back)).containsOnly(200);
        assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503);
        assertThat(traffic.ledger().unclear()).isPositive();
        await().atMost(TIMEOUT).until(() -> nodes.wire().open() <= MAX_CONNECTIONS);
        try (var database = nodes.db().connect()) {
            traffic.assertHonest(database);
        }
    }

    @Test
    void aCommitWhoseAnswerIsLostIsAnsweredAsItHappened() throws SQLException {
        var traffic = RequestTraffic.mixed("unclear", nodes.project());
        var load = PacedCallers.start(8, 100, number -> traffic.call(nodes.api(1), number));

        for (var lost = 0; lost < 10; lost++) {
            var enough = traffic.ledger().accepted() + 20;
            nodes.wire().loseReply(1, piece -> piece.toString(StandardCharsets.ISO_8859_1)
                    .contains("COMMIT\0"));
            await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() >= enough);
        }
        load.finish();

        assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503);
        try (var database = nodes.db().connect()) {
            traffic.assertHonest(database);
        }
    }

    @Test
    void aLockedTableHoldsUpOnlyWhoNeedsIt() throws SQLException {
        var traffic = RequestTraffic.mixed("locked", nodes.project());
        var load = PacedCallers.start(16, 100, number -> traffic.call(nodes.api(number), number));
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > 50);

        var outages = outages();

        List<Timed<Response>> meanwhile;
        try (var database = nodes.db().connect()) {
            meanwhile = whileLocked(database, Duration.ofSeconds(11));
        }
        var after = traffic.ledger().accepted() + 50;
        await().atMost(Duration.ofSeconds(10)).until(() -> traffic.ledger().accepted() > after);
        load.finish();

        assertThat(meanwhile)
                .extracting(timed -> timed.answer().status())
                .as("health, and an address that is none")
                .containsOnly(200, 422);
        assertThat(median(meanwhile)).isLessThan(Duration.ofMillis(50));
        assertThat(meanwhile).extracting(Timed::took).allMatch(took -> took.compareTo(Duration.ofSeconds(1)) < 0);
        assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503).contains(503);
        assertThat(outages()).as("a lock is no outage").isEqualTo(outages);
        try (var database = nodes.db().connect()) {
            traffic.assertHonest(database);
        }
    }

    @Test
    void nodesStoppedOneAfterAnotherFailNobody() throws SQLException {
        var traffic = RequestTraffic.mixed("rolling", nodes.project());
        var load = PacedCallers.start(12, 150, number -> insist(traffic, number));
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > 150);

        var first = timed(nodes.node(0)::stop);
        nodes.node(0).restart();
        var second = timed(nodes.node(1)::stop);
        load.finish();
        nodes.node(1).restart();

        assertThat(List.of(first, second)).allSatisfy(stop -> {
            assertThat(stop.answer()).as("exit status").isZero();
            assertThat(stop.took()).isLessThan(Duration.ofSeconds(10));
        });
        assertThat(traffic.ledger().statuses()).containsExactlyInAnyOrder(200, 403);
        assertThat(traffic.ledger().unclear()).isZero();
        try (var database = nodes.db().connect()) {
            traffic.assertHonest(database);
        }
    }

    /**
     * Goes to the other node when a node does not listen, and also when it ends a connection without a byte of an answer: a
     * server that closes an idle connection and a client that just uses it again cannot know of each other (RFC 9112 §9.5).
     * Such a call must not have been carried out; if it were, its address would be there twice.
     */
    private static void insist(RequestTraffic traffic, int number) {
        for (var tries = 0; ; tries++) {
            try {
                traffic.answered(number, traffic.ask(nodes.api(number + tries)::post, number));
                return;
            } catch (UncheckedIOException notAnswered) {
                if (tries == 100) {
                    throw notAnswered;
                }
            }
        }
    }

    /** Asks for what needs no contact, all the time, while nobody can touch one. */
    private static List<Timed<Response>> whileLocked(Connection session, Duration held) throws SQLException {
        session.setAutoCommit(false);
        session.createStatement().execute("LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE");
        var end = System.nanoTime() + held.toNanos();
        var asking = CompletableFuture.supplyAsync(() -> IntStream.iterate(0, number -> number + 1)
                .takeWhile(ignored -> System.nanoTime() - end < 0)
                .mapToObj(IngestFaultIT::withoutContacts)
                .toList());
        var answers = asking.join();
        session.commit();
        return answers;
    }

    /** Counts how often the nodes have said that PostgreSQL is away. */
    private static long outages() {
        return IntStream.range(0, 2)
                .mapToObj(number -> nodes.node(number).output())
                .flatMap(String::lines)
                .filter(line -> line.contains("PostgreSQL does not answer"))
                .count();
    }

    private static Timed<Response> withoutContacts(int number) {
        var node = nodes.node(number / 2);
        return number % 2 == 0
                ? timed(() -> node.api().get("/health", ""))
                : timed(() -> node.api().post("/v1/verify", key(), new JsonObject().put("email", "no address")));
    }

    /** An answer and how long it took. */
    private record Timed<T>(T answer, Duration took) {}

    private static <T> Timed<T> timed(Supplier<T> call) {
        var asked = System.nanoTime();
        return new Timed<>(call.get(), Duration.ofNanos(System.nanoTime() - asked));
    }

    private static Duration median(List<Timed<Response>> answers) {
        return answers.stream().map(Timed::took).sorted().toList().get(answers.size() / 2);
    }

    private static Response track(JarServer node, String email) {
        return node.api()
                .post("/v1/track", key(), new JsonObject().put("email", email).put("event", "called"));
    }

    private static Response send(ApiClient api, String to, Map<String, String> headers) {
        var mail = new JsonObject()
                .put("to", to)
                .put("from", "shop@" + nodes.project().getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        return api.post("/v1/send", key(), mail, headers);
    }

    private static String key() {
        return nodes.project().getString("secretKey");
    }
}
