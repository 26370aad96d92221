package io.godwit.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Sets up the log before the settings are read: JSON lines at the level INFO on the console. In Java, because Logback's reader of
 * {@code logback.xml} loads some 400 classes, a tenth of a start. Logback finds it as a service.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    /** The appender that {@link ProcessLog} changes. */
    static final String APPENDER = "console";

    /** Names a file of the operator's own in the place of what stands here. */
    private static final String FILE_PROPERTY = "logback.configurationFile";

    /** The levels of libraries below INFO, each with its reason. */
    private static final Map<String, Level> LIBRARIES = Map.of(
            "com.hazelcast",
            Level.WARN,
            "org.flywaydb",
            Level.WARN,
            // It warns that it has no properties file; its parameters stand in our code.
            "com.password4j",
            Level.ERROR,
            // They tell of every record of strangers that is wrong, with a trace.
            "org.apache.james",
            Level.ERROR);

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(FILE_PROPERTY) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(console(context));
        // At each level of the other lines: nothing else keeps what these tell.
        context.getLogger("security").setLevel(Level.INFO);
        LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static ConsoleAppender<ILoggingEvent> console(LoggerContext context) {
        var encoder = new JsonLogEncoder();
        encoder.setContext(context);
        encoder.start();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setName(APPENDER);
        console.setEncoder(encoder);
        console.start();
        return console;
    }
}
