package io.godwit.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.LoggerFactory;

/** Applies the settings of the log to the logging library of this process, which {@link LogConfigurator} has set up before. */
public final class ProcessLog {

    /** {@code kvp} stands for the keys of a line. */
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg %kvp [%thread]%n";

    private ProcessLog() {}

    /** Applies level and format; lines that were written before keep theirs. */
    public static void configure(LogSettings settings) {
        setLevel(settings.level().name());
        if (settings.format() == LogFormat.TEXT) {
            encodeBy(text());
        }
    }

    /**
     * Sets the log level of our own code; libraries never log below INFO, because there they write what they send and
     * receive, addresses and keys included.
     */
    public static void setLevel(String level) {
        var wanted = Level.toLevel(level);
        logger("io.godwit").setLevel(wanted);
        root().setLevel(wanted.isGreaterOrEqual(Level.INFO) ? wanted : Level.INFO);
    }

    private static void encodeBy(Encoder<ILoggingEvent> encoder) {
        if (root().getAppender(LogConfigurator.APPENDER) instanceof OutputStreamAppender<ILoggingEvent> console) {
            console.setEncoder(encoder);
        }
    }

    private static Encoder<ILoggingEvent> text() {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(root().getLoggerContext());
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static Logger root() {
        return logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
