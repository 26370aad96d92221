package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
final class PollLoopLogTest {

    /** Loops of other tests in this process write to the same logger. */
    private static final String LOOP = "test";

    private final Logger logger = (Logger) LoggerFactory.getLogger(PollLoop.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
    }

    @Test
    void runsThatFailInARowAreToldOnce(Vertx vertx) {
        run(vertx, ignored -> Future.failedFuture("broken"), 5);

        assertThat(warnings()).isEqualTo(1);
    }

    @Test
    void aFailureAfterASuccessIsToldAgain(Vertx vertx) {
        run(
                vertx,
                number -> number % 2 == 0 ? Future.succeededFuture(PollLoop.Next.IDLE) : Future.failedFuture("broken"),
                6);

        assertThat(warnings()).isEqualTo(3);
    }

    @Test
    void aDatabaseThatIsAwayIsNotToldByEachLoop(Vertx vertx) {
        run(vertx, ignored -> Future.failedFuture(Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "Away")), 5);

        assertThat(warnings()).isZero();
    }

    @Test
    void aFaultIsToldAlsoWhenItFollowsAnOutageOrAnotherFault(Vertx vertx) {
        run(
                vertx,
                number -> switch (number) {
                    case 1, 4 -> Future.failedFuture(Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "Away"));
                    case 2, 5, 6 -> Future.failedFuture(new IllegalStateException("Row 17 is broken"));
                    case 3 -> Future.failedFuture(new IllegalStateException("Row 18 is broken"));
                    default -> Future.failedFuture(new IllegalStateException("No such table"));
                },
                8);

        assertThat(warnings()).isEqualTo(2);
    }

    @Test
    void faultsThatAreNeverTheSameFillNoLog(Vertx vertx) {
        run(vertx, number -> Future.failedFuture("broken " + "x".repeat(number)), 40);

        assertThat(warnings()).isBetween(2L, 10L);
    }

    private static void run(Vertx vertx, Function<Integer, Future<PollLoop.Next>> work, int times) {
        var runs = new AtomicInteger();
        var loop = PollLoop.start(vertx, LOOP, Duration.ofMillis(1), () -> {
            var number = runs.incrementAndGet();
            return number > times ? Future.succeededFuture(PollLoop.Next.IDLE) : work.apply(number);
        });
        await().atMost(Duration.ofSeconds(30)).until(() -> runs.get() > times);
        loop.stop().await();
    }

    private long warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .filter(line -> line.getKeyValuePairs().stream().anyMatch(pair -> LOOP.equals(pair.value)))
                .filter(line -> line.getMessage().startsWith("A background run failed"))
                .count();
    }
}
