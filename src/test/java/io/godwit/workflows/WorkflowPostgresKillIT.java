package io.godwit.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DatabaseRows;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.SoakRounds;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.WaitingContacts;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A jar whose PostgreSQL is killed, all of its processes at once, while thousands of timers are due, and one that is told to stop then.
 */
class WorkflowPostgresKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The promise is 10 s; a lease is 30, so nobody may have waited for the end of one. */
    private static final Duration RECOVERY = Duration.ofSeconds(20);

    private static final int SIZE = 3_000;

    private static final Vertx VERTX = Vertx.vertx();
    private static SmtpSink sink;
    private static JarServer server;
    private static DatabaseRows rows;

    @BeforeAll
    static void start() {
        sink = SmtpSink.start(VERTX);
        server = JarServer.startUnpacked(Map.of(
                "GODWIT_RATE_LIMIT_PER_MINUTE", "0",
                "GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_HTTP_LAME_DUCK", "0s",
                "GODWIT_WORKFLOWS_BATCH", "100",
                "JAVA_TOOL_OPTIONS", GodwitJar.shortLived()));
        rows = DatabaseRows.of(server);
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        VERTX.close().await();
    }

    @Test
    void whatIsDueWhenPostgresDiesHasItsEffectOnceAndSoon() {
        var crowd = WaitingContacts.resting(server, rows, "killed", SIZE, "interval '0 s'");

        for (var death = 0; death < 3; death++) {
            crowd.awaitMore(crowd.with("COMPLETED"), TIMEOUT);
            killPostgres();
        }
        crowd.awaitDone(RECOVERY);

        crowd.assertEachWentOnce();
    }

    /** As it is written: ten thousand, and whoever dies, dies at a random moment. */
    @Test
    @Tag("soak")
    void tenThousandHaveTheirEffectOnceThroughTenDeathsOfEither() throws InterruptedException {
        var crowd = WaitingContacts.resting(server, rows, "many", 10_000, "interval '0 s'");
        var random = SoakRounds.random(1);

        for (var death = 0; death < 10 && crowd.left() > 0; death++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(600));
            if (death % 2 == 0) {
                killPostgres();
            } else {
                server.kill9();
                server.restart();
            }
        }
        crowd.awaitDone(TIMEOUT.multipliedBy(3));

        crowd.assertEachWentOnce();
    }

    private static void killPostgres() {
        var killed = server.postgresPid();
        server.killPostgresTree();
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> server.postgresPid() != killed);
        await().atMost(TIMEOUT).until(() -> server.api().isReady());
    }

    /** The executions it holds are released, so that nothing waits for the end of a lease afterwards. */
    @Test
    void aNodeThatIsStoppedAmidBatchesEndsSoonAndLeavesNothingHalfDone() {
        var crowd = WaitingContacts.resting(server, rows, "stopped", SIZE, "interval '0 s'");
        crowd.awaitMore(200, TIMEOUT);

        var started = System.nanoTime();
        var status = server.stop();
        var took = Duration.ofNanos(System.nanoTime() - started);
        server.restart();
        var left = crowd.left();
        crowd.awaitDone(RECOVERY);

        assertThat(status).isZero();
        assertThat(took).isLessThan(Duration.ofSeconds(30));
        assertThat(left).isPositive();
        crowd.assertEachWentOnce();
        assertThat(server.api().get("/metrics", "none").text()).contains("godwit_workflows_leases_lost_total 0.0");
    }
}
