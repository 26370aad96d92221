package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.NetworkNamespace;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keys that are rotated on one of two nodes while both are called with the old one and the links between the nodes are cut: no
 * call that begins after the rotation's answer is accepted.
 */
@Tag("soak")
final class KeyRotationSoakIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final int CALLERS = 6;
    private static final int MEMBER_PORT = 5711;
    private static final int BUS_PORT = 5712;

    /** The state of the links at a rotation. */
    private enum Links {
        JOINED,
        /** The nodes cannot hear that they are alive, and have not dropped each other yet. */
        MEMBERS_CUT,
        BUS_CUT,
        BOTH_CUT,
        /** Each has dropped the other, and both serve. */
        DROPPED,
        HEALED;

        /** Returns whether the other node cannot hear of the rotation, and learns of it from PostgreSQL. */
        boolean isDeaf() {
            return this == BUS_CUT || this == BOTH_CUT || this == DROPPED;
        }
    }

    /** A call with the old key: when it began, at which node, and its status. */
    private record Called(long nanos, boolean here, int status) {}

    private static final ExecutorService POOL = Executors.newFixedThreadPool(CALLERS);

    private static Vertx vertx;
    private static NetworkNamespace namespace;
    private static TestDatabase db;
    private static SmtpSink sink;
    private static TcpProxy toDatabase;
    private static JarServer here;
    private static JarServer there;

    @BeforeAll
    static void start() {
        var whyNot = NetworkNamespace.whyNot();
        assumeTrue(whyNot.isEmpty(), () -> "No network namespace: " + whyNot.orElseThrow());
        vertx = Vertx.vertx();
        namespace = NetworkNamespace.make();
        db = TestDatabase.fresh(vertx);
        sink = SmtpSink.start(vertx);
        toDatabase = TcpProxy.at(vertx, namespace.askedAddress(), "127.0.0.1", db.port());
        here = JarServer.start(settings(db.url(), namespace.ourAddress(), namespace.cutAddress()));
        var throughProxy = db.url()
                .replace("127.0.0.1:" + db.port() + "/", namespace.askedAddress() + ":" + toDatabase.port() + "/");
        there = JarServer.start(
                namespace.launcher(),
                NodeSettings.all(
                        settings(throughProxy, namespace.cutAddress(), namespace.ourAddress()),
                        Map.of("GODWIT_HTTP_HOST", namespace.nodeAddress())));
        awaitMembers(2);
    }

    private static Map<String, String> settings(String database, String own, String other) {
        return NodeSettings.all(
                NodeSettings.on(database, sink),
                Map.of(
                        "GODWIT_CLUSTER_ENABLED",
                        "true",
                        "GODWIT_CLUSTER_HOST",
                        own,
                        "GODWIT_CLUSTER_PORT",
                        Integer.toString(MEMBER_PORT),
                        "GODWIT_CLUSTER_BUS_PORT",
                        Integer.toString(BUS_PORT),
                        "GODWIT_CLUSTER_MEMBERS",
                        other + ":" + MEMBER_PORT,
                        "GODWIT_DEMO_PROJECTS",
                        Integer.toString(Links.values().length),
                        "GODWIT_RATE_LIMIT_PER_MINUTE",
                        "1000000",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived()));
    }

    @AfterEach
    void mend() {
        namespace.mendAll();
        awaitMembers(2);
    }

    @AfterAll
    static void stop() {
        POOL.shutdownNow();
        if (namespace != null) {
            List.of(there, here).forEach(JarServer::close);
            toDatabase.close();
            sink.close();
            db.close();
            namespace.close();
            vertx.close().await();
        }
    }

    /**
     * The calls between the rotation's beginning and its answer are the control: where the other node is deaf it accepts some of
     * them, and the answer has waited for the end of that.
     */
    @ParameterizedTest
    @EnumSource
    void noCallThatBeginsAfterTheRotationsAnswerIsAccepted(Links links) {
        var project = here.demo().getJsonArray("projects").getJsonObject(links.ordinal());
        var old = project.getString("secretKey");
        var calling = new AtomicBoolean(true);
        var calls = new ConcurrentLinkedQueue<Called>();
        var callers = IntStream.range(0, CALLERS)
                .mapToObj(number -> CompletableFuture.runAsync(() -> call(number, old, calling, calls), POOL))
                .toList();
        await().atMost(TIMEOUT).until(() -> calls.size() > 300);
        bring(links);

        var sent = System.nanoTime();
        var rotation = here.api()
                .post(
                        "/users/@me/projects/" + project.getString("projectId") + "/regenerate-keys",
                        old,
                        new JsonObject());
        var answered = System.nanoTime();

        await().atMost(TIMEOUT).until(() -> calls.stream()
                .anyMatch(
                        each -> each.nanos() - answered > Duration.ofSeconds(4).toNanos()));
        calling.set(false);
        callers.forEach(CompletableFuture::join);
        assertThat(rotation.status()).isEqualTo(200);
        var late = calls.stream().filter(each -> each.nanos() - answered > 0).toList();
        var meanwhile = calls.stream()
                .filter(each -> each.nanos() - sent > 0 && each.nanos() - answered < 0)
                .filter(each -> !each.here() && each.status() == 200)
                .count();
        System.out.println(links + ": answered after " + (answered - sent) / 1_000_000 + " ms; until then " + meanwhile
                + " calls accepted at the other node; after it " + late.size() + " calls");
        assertThat(late).hasSizeGreaterThan(100).extracting(Called::status).containsOnly(401);
        assertThat(late).extracting(Called::here).contains(true, false);
        if (links.isDeaf()) {
            assertThat(meanwhile).isPositive();
        }
    }

    private static void bring(Links links) {
        switch (links) {
            case JOINED -> {}
            case MEMBERS_CUT -> namespace.cut(MEMBER_PORT);
            case BUS_CUT -> namespace.cut(BUS_PORT);
            case BOTH_CUT -> namespace.cut();
            case DROPPED -> {
                namespace.cut();
                awaitMembers(1);
            }
            case HEALED -> {
                namespace.cut();
                awaitMembers(1);
                namespace.mendAll();
                awaitMembers(2);
            }
        }
    }

    /** Reads and writes in turn. */
    private static void call(int number, String key, AtomicBoolean calling, Queue<Called> calls) {
        var isHere = number % 2 == 0;
        var node = (isHere ? here : there).api();
        var event = new JsonObject().put("email", "ada@example.com").put("event", "called");
        for (var turn = number; calling.get(); turn++) {
            var begun = System.nanoTime();
            var answer = turn % 4 < 2 ? node.get("/contacts", key) : node.post("/v1/track", key, event);
            calls.add(new Called(begun, isHere, answer.status()));
        }
    }

    private static void awaitMembers(int members) {
        for (var node : List.of(here, there)) {
            await().atMost(TIMEOUT).until(() -> members(node) == members);
        }
    }

    private static int members(JarServer node) {
        return node.api()
                .get("/health", "")
                .body()
                .getJsonObject("details")
                .getJsonObject("cluster")
                .getInteger("members");
    }
}
