package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.KeepAliveCaller;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar that is stopped while many clients with connections they keep send and track. */
final class StopUnderLoadIT {

    private static final int CALLERS = 48;

    /** So that some connections are idle at any moment, as those of real clients are. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Between two looks at readiness; two in a row turn a balancer away. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase db;
    private static SmtpSink sink;
    private static JarServer server;

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
        sink = SmtpSink.start(VERTX);
        server = JarServer.start(
                NodeSettings.all(NodeSettings.on(db.url(), sink), Map.of("JAVA_TOOL_OPTIONS", GodwitJar.shortLived())));
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        db.close();
        VERTX.close().await();
    }

    /** Until the balancer has turned away everybody asks on the connection it has, or on a new one when it was told to. */
    @Test
    void aStopBreaksAndRefusesNoRequestUntilABalancerHasHeardOfIt() throws SQLException {
        var load = new Load("leaving", true);

        var exit = load.stop();

        assertThat(load.mishaps).isEmpty();
        assertThat(exit).isZero();
        assertThat(load.lastAnswers).hasPositiveValue();
        assertThat(load.traffic.ledger().statuses()).containsOnly(200, 403);
        try (var database = db.connect()) {
            load.traffic.assertHonest(database);
        }
    }

    /** The balancer hears nothing before the end, which is what no lame duck means to a slow one. */
    @Test
    void aStopWithoutALameDuckIsSeenToBreakAndRefuseRequests() {
        server.kill9();
        server.restart(Map.of("GODWIT_HTTP_LAME_DUCK", "0s"));
        var load = new Load("abrupt", false);

        load.stop();

        assertThat(load.mishaps).isNotEmpty();
    }

    /** The callers, and what became of their calls. */
    private static final class Load {

        private final RequestTraffic traffic;
        private final boolean balanced;
        private final Queue<String> mishaps = new ConcurrentLinkedQueue<>();
        private final AtomicInteger lastAnswers = new AtomicInteger();
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicBoolean ready = new AtomicBoolean(true);
        private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS + 1);
        private final List<CompletableFuture<Void>> running = new ArrayList<>();

        Load(String name, boolean balanced) {
            if (!server.isAlive()) {
                server.restart(Map.of("GODWIT_HTTP_LAME_DUCK", "3s"));
            }
            this.balanced = balanced;
            traffic = RequestTraffic.mixed(name, server.demo());
            if (balanced) {
                running.add(CompletableFuture.runAsync(this::balance, threads));
            }
            for (var caller = 0; caller < CALLERS; caller++) {
                running.add(CompletableFuture.runAsync(this::callWhileReady, threads));
            }
            await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() > 5 * CALLERS);
        }

        int stop() {
            var exit = server.stop();
            if (!balanced) {
                await().atMost(TIMEOUT).until(() -> !mishaps.isEmpty());
                ready.set(false);
            }
            running.forEach(CompletableFuture::join);
            threads.shutdown();
            return exit;
        }

        private void balance() {
            await().atMost(TIMEOUT).pollInterval(Duration.ofSeconds(1)).until(() -> !server.api()
                    .isReady());
            ready.set(false);
        }

        private static boolean isReadyAtNextLook() {
            LockSupport.parkNanos(LOOK.toNanos());
            return server.api().isReady();
        }

        private void callWhileReady() {
            try (var caller = new KeepAliveCaller(server.port())) {
                while (ready.get()) {
                    call(caller, calls.incrementAndGet());
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }

        private void call(KeepAliveCaller caller, int number) {
            try {
                var answer = traffic.ask(caller::post, number);
                traffic.answered(number, answer);
                lastAnswers.addAndGet(KeepAliveCaller.isLast(answer.headers()) ? 1 : 0);
            } catch (UncheckedIOException noAnswer) {
                traffic.unanswered(number);
                mishaps.add("call " + number + ": " + noAnswer.getCause());
            }
        }
    }
}
