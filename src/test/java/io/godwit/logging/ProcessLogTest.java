package io.godwit.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

final class ProcessLogTest {

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @Test
    void theSecurityLogIsWrittenAtEachLevelOfTheOthers() {
        var ours = (Logger) LoggerFactory.getLogger("io.godwit");
        var level = ours.getLevel();
        var root = ROOT.getLevel();
        try {
            ProcessLog.setLevel("ERROR");

            assertThat(LoggerFactory.getLogger("security").isInfoEnabled()).isTrue();
            assertThat(LoggerFactory.getLogger("other").isInfoEnabled()).isFalse();
        } finally {
            ours.setLevel(level);
            ROOT.setLevel(root);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void textIsForPeopleAndJsonIsWhatIsWrittenOtherwise() {
        var console = (OutputStreamAppender<ILoggingEvent>) ROOT.getAppender("console");
        var json = console.getEncoder();
        try {
            ProcessLog.configure(new LogSettings(Level.INFO, LogFormat.JSON));
            assertThat(console.getEncoder()).isSameAs(json).isInstanceOf(JsonLogEncoder.class);

            ProcessLog.configure(new LogSettings(Level.INFO, LogFormat.TEXT));

            var event = new ch.qos.logback.classic.spi.LoggingEvent(
                    "", ROOT, ch.qos.logback.classic.Level.WARN, "A batch is late", null, null);
            event.addKeyValuePair(new org.slf4j.event.KeyValuePair("project", "p1"));
            assertThat(new String(console.getEncoder().encode(event), java.nio.charset.StandardCharsets.UTF_8))
                    .contains("WARN", "A batch is late", "project=\"p1\"")
                    .doesNotStartWith("{");
        } finally {
            console.setEncoder(json);
        }
    }
}
