package io.godwit.system;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest warnings and errors of this process's log in memory. Lines that differ in nothing but their time are kept as
 * one with a count. Safe to use from any thread.
 */
public final class RecentWarnings extends AppenderBase<ILoggingEvent> {

    /** Enough to see what is going on; the log has the rest. */
    private static final int MAX_LINES = 50;

    private static final int MAX_LENGTH = 300;

    private record Line(String level, String logger, String message) {}

    private record Counted(Instant lastAt, long count) {}

    private final Map<Line, Counted> lineToCount = new LinkedHashMap<>();

    /**
     * A line of the log.
     *
     * @param at the last time
     * @param level WARN or ERROR
     * @param source the part of the program that wrote it
     * @param count how often it was written
     */
    public record LogWarning(Instant at, String level, String source, String message, long count) {}

    /** Starts to listen to the log of this process. */
    public static RecentWarnings listen() {
        var warnings = new RecentWarnings();
        var root = root();
        warnings.setContext(root.getLoggerContext());
        warnings.setName("recent-warnings-" + System.identityHashCode(warnings));
        warnings.start();
        root.addAppender(warnings);
        return warnings;
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    /** Listens no longer. */
    public void end() {
        root().detachAppender(this);
        stop();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            add(new Line(event.getLevel().toString(), simpleName(event.getLoggerName()), text(event)));
        }
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * The message with its keys, which name no addresses, bodies or secrets, and the kind of its cause, whose own words may. Without
     * NUL, which PostgreSQL does not take: the state of the node would not be written while the line is among the newest.
     */
    private static String text(ILoggingEvent event) {
        var text = new StringBuilder(event.getFormattedMessage());
        var pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> text.append(", ").append(pair.key).append(' ').append(pair.value));
        }
        var cause = event.getThrowableProxy();
        if (cause != null) {
            text.append(" (").append(simpleName(cause.getClassName())).append(')');
        }
        var line = text.toString().replace('\0', ' ');
        return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "…" : line;
    }

    private synchronized void add(Line line) {
        var before = lineToCount.remove(line);
        lineToCount.put(line, new Counted(Instant.now(), before == null ? 1 : before.count() + 1));
        if (lineToCount.size() > MAX_LINES) {
            lineToCount.remove(lineToCount.keySet().iterator().next());
        }
    }

    /** The lines, the newest first. */
    synchronized List<LogWarning> newest() {
        var lines = new ArrayList<LogWarning>();
        lineToCount.forEach((line, counted) -> lines.add(
                0, new LogWarning(counted.lastAt(), line.level(), line.logger(), line.message(), counted.count())));
        return lines;
    }
}
