package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class FailureSeriesTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(FailureSeriesTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final FailureSeries series = new FailureSeries(logger, "rows", "It failed", "It works again");

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void eachCauseIsLoggedOnceUntilASuccessThatGivesTheNumberOfItems() {
        series.failed(3, new IllegalStateException("Row 17 is broken"));
        series.failed(3, new IllegalStateException("Row 18 is broken"));
        series.failed(2, new IllegalStateException("No such table"));
        series.failed(1, Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "Away"));
        series.failed(1, Failure.of(Failure.Kind.SERVICE_UNAVAILABLE, "Away"));
        series.succeeded();
        series.succeeded();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel, ILoggingEvent::getMessage, FailureSeriesTest::rows)
                .containsExactly(
                        tuple(Level.WARN, "It failed", 3L),
                        tuple(Level.WARN, "It failed", 2L),
                        tuple(Level.WARN, "It failed", 1L),
                        tuple(Level.INFO, "It works again", 10L));
    }

    @Test
    void causesThatAreNeverTheSameDoNotFillTheLog() {
        IntStream.range(0, 40).forEach(number -> series.failed(1, new IllegalStateException("x".repeat(number))));

        assertThat(lines.list).hasSizeBetween(2, 10);
    }

    private static Object rows(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals("rows"))
                .map(pair -> pair.value)
                .findFirst()
                .orElseThrow();
    }
}
