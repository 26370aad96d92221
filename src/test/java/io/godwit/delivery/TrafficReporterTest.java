package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.godwit.core.PollLoop.Next;
import io.godwit.db.TestDatabase;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.SiteTraffic;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrafficReporterTest {

    private static final int MANY = 60_000;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final TrafficReporter reporter = new TrafficReporter(db.database());

    @AfterEach
    void close() throws Exception {
        db.close();
        vertx.close().await(60, TimeUnit.SECONDS);
    }

    /** To look each site up in a list of the others takes many seconds. */
    @Test
    void theRepliesOfManySitesThatAreGoneAreForgottenInAFewMilliseconds() {
        keys("gone").forEach(key -> reporter.note(key, Instant.EPOCH, "250 OK"));
        var sites = keys("here").stream().map(TrafficReporterTest::idle).toList();

        var saved = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> reporter.save(sites));

        assertThat(saved.result()).isEqualTo(Next.IDLE);
    }

    private static List<ShapingKey> keys(String prefix) {
        return IntStream.range(0, MANY)
                .mapToObj(number -> new ShapingKey("192.0.2.1", prefix + number + ".test"))
                .toList();
    }

    private static SiteTraffic idle(ShapingKey key) {
        return new SiteTraffic(
                key,
                Optional.empty(),
                3_600,
                0,
                10,
                100,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }
}
