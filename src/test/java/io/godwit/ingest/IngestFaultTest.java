package io.godwit.ingest;

import static io.godwit.ingest.SampleSends.receipt;
import static io.godwit.ingest.SampleSends.transactional;
import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TestIngest.tracked;
import static io.godwit.ingest.TrackRoutesTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ingestion behind a wire to PostgreSQL that fails. */
class IngestFaultTest {

    private final TestIngest authoritative = TestIngest.start();
    private final TcpProxy proxy = TcpProxy.to(authoritative.vertx, "127.0.0.1", authoritative.db.port());
    private final TestIngest ingest = TestIngest.besides(authoritative, proxy.port());
    private final Tenant project = authoritative.project();

    @AfterEach
    void stop() {
        proxy.pass();
        ingest.close();
        proxy.close();
        authoritative.close();
    }

    @Test
    void aCommitWhoseAnswerWasLostIsLookedUpAndAnsweredTruly() {
        ingest.track(project, event("first@example.com", Map.of())).await();
        proxy.loseReply(1, IngestFaultTest::tellsOfCommit);

        var send = ingest.ingest.accept(transactional(project, "ada@example.com"));
        var track = ingest.track(project, event("bo@example.com", Map.of()));

        var receipt = receipt(send.await());
        var tracked = tracked(track.await());
        assertThat(ingest.counter("godwit.ingest.commits.unknown")).isEqualTo(1);
        assertThat(authoritative.db.count(
                        "SELECT count(*) FROM emails WHERE id = ?",
                        receipt.accepted().get(0).email().value()))
                .isEqualTo(1);
        assertThat(authoritative.count("emails", project)).isEqualTo(1);
        assertThat(authoritative.db.count(
                        "SELECT count(*) FROM events WHERE id = ?",
                        tracked.event().value()))
                .isEqualTo(1);
        assertThat(authoritative.count("events", project)).isEqualTo(2);
    }

    @Test
    void aConnectionThatDiedWhileIdleIsReplacedUnnoticed() {
        ingest.track(project, event("ada@example.com", Map.of())).await();
        proxy.resetAll();

        var response = ingest.track(project, event("ada@example.com", Map.of()));

        assertThat(tracked(response.await()).success()).isTrue();
        assertThat(authoritative.count("events", project)).isEqualTo(2);
    }

    @Test
    void aSilentNetworkIsAnsweredWithinSecondsAndThenAtOnce() {
        ingest.track(project, event("ada@example.com", Map.of())).await();
        proxy.stall();

        var calls = IntStream.range(0, 50)
                .mapToObj(n -> ingest.track(project, event("p" + n + "@example.com", Map.of())))
                .toList();
        await().atMost(Duration.ofSeconds(60)).until(() -> calls.stream().allMatch(Future::isComplete));

        assertThat(calls.stream().map(call -> refusal(call).kind())).allMatch(Kind.SERVICE_UNAVAILABLE::equals);
        // Sooner than the deadline of a statement, which each would otherwise have waited for; a busy machine may delay
        // some.
        assertThat(Stream.generate(this::timeOfARefusal).limit(5).min(Comparator.naturalOrder()))
                .hasValueSatisfying(quickest -> assertThat(quickest).isLessThan(Duration.ofMillis(1_900)));
        proxy.pass();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> ingest.database.availability().isUp());
        ingest.track(project, event("back@example.com", Map.of())).await();
        assertThat(authoritative.count("events", project)).isEqualTo(2);
    }

    private Duration timeOfARefusal() {
        var asked = System.nanoTime();
        var late = ingest.track(project, event("late@example.com", Map.of()));
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(late::isComplete);
        var took = Duration.ofNanos(System.nanoTime() - asked);
        assertThat(refusal(late).kind()).isEqualTo(Kind.SERVICE_UNAVAILABLE);
        return took;
    }

    /** The first reply of a new connection gets through, and then nothing more. */
    @Test
    void aNetworkThatFallsSilentUnderANewConnectionIsAnsweredWithinSeconds() {
        ingest.database.requests().query("SELECT 1").execute().await();
        proxy.loseReply(1, piece -> silenceAfter(piece, "server_version"));

        var call = ingest.track(project, event("ada@example.com", Map.of()));

        await().atMost(Duration.ofSeconds(60)).until(call::isComplete);
        assertThat(refusal(call).kind()).isEqualTo(Kind.SERVICE_UNAVAILABLE);
    }

    @Test
    void aDatabaseThatLetsNobodyInIsAnsweredAsAway() {
        ingest.track(project, event("ada@example.com", Map.of())).await();
        authoritative.db.administer("ALTER DATABASE " + authoritative.db.name() + " ALLOW_CONNECTIONS false");
        authoritative.db.administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                + authoritative.db.name() + "' AND query = 'COMMIT'");

        var call = ingest.track(project, event("ada@example.com", Map.of()));

        await().atMost(Duration.ofSeconds(60)).until(call::isComplete);
        assertThat(refusal(call).kind()).isEqualTo(Kind.SERVICE_UNAVAILABLE);
    }

    @Test
    void answersAndRowsAgreeWhileConnectionsBreakAllTheTime() {
        ingest.track(project, event("first@example.com", Map.of())).await();
        var resets = authoritative.vertx.setPeriodic(40, ignored -> proxy.resetAll());

        var calls = IntStream.range(0, 100)
                .mapToObj(n -> {
                    var call = ingest.track(project, event("p" + n + "@example.com", Map.of("n", n)));
                    await().atMost(Duration.ofSeconds(60))
                            .pollInterval(Duration.ofMillis(2))
                            .until(call::isComplete);
                    return call;
                })
                .toList();
        authoritative.vertx.cancelTimer(resets);

        for (var call : calls) {
            if (call.succeeded()) {
                var id = tracked(call.result()).event().value();
                assertThat(authoritative.db.count("SELECT count(*) FROM events WHERE id = ?", id))
                        .isEqualTo(1);
            }
        }
        var events = authoritative.db.query(
                "SELECT contact_id FROM events WHERE project_id = ? GROUP BY 1 HAVING count(*) > 1",
                project.project().value());
        assertThat(events).as("no call was written twice").isEmpty();
        assertThat(calls.stream().filter(Future::succeeded)).isNotEmpty();
    }

    @Test
    void aStoppedBatcherHasAnsweredEverybody() {
        var calls = IntStream.range(0, 2_000)
                .mapToObj(n -> ingest.track(project, event("p" + n + "@example.com", Map.of())))
                .toList();

        ingest.vertx.deploymentIDs().forEach(id -> ingest.vertx.undeploy(id).await());

        assertThat(calls).allMatch(Future::isComplete);
        var accepted = calls.stream().filter(Future::succeeded).count();
        assertThat(authoritative.count("events", project)).isEqualTo(accepted);
    }

    private boolean silenceAfter(Buffer piece, String text) {
        if (piece.toString(StandardCharsets.ISO_8859_1).contains(text)) {
            proxy.stall();
        }
        return false;
    }

    private static boolean tellsOfCommit(Buffer piece) {
        return piece.toString(StandardCharsets.ISO_8859_1).contains("COMMIT\0");
    }
}
