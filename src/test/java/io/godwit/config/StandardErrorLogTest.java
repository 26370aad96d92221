package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class StandardErrorLogTest {

    @Test
    void whatALibraryPrintsBecomesLinesOfTheLogWithoutItsFrames() {
        var logger = (Logger) LoggerFactory.getLogger(StandardErrorLog.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        var before = System.err;
        StandardErrorLog.capture();
        try {
            new IllegalStateException("terminating connection").printStackTrace();
        } finally {
            System.setErr(before);
            logger.detachAppender(lines);
        }

        // Threads of other tests in this process may print meanwhile.
        assertThat(lines.list)
                .extracting(line -> line.getKeyValuePairs().toString())
                .filteredOn(line -> line.contains("terminating connection"))
                .hasSize(1);
    }
}
