package io.godwit.config;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines libraries print to the standard error stream to the log, so that each line of the output stays one JSON
 * object.
 */
public final class StandardErrorLog extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(StandardErrorLog.class);

    /** Start of a stack frame's line, which is dropped: a stack trace is known by its first line. */
    private static final String FRAME = "\tat ";

    private static final int MAX_LINE_LENGTH = 4_096;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private StandardErrorLog() {}

    /** Logs every line printed as an error from now on. */
    public static void capture() {
        System.setErr(new PrintStream(new StandardErrorLog(), true, StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void write(int octet) {
        if (octet == '\n') {
            log(line.toString(StandardCharsets.UTF_8).stripTrailing());
            line.reset();
        } else if (line.size() < MAX_LINE_LENGTH) {
            line.write(octet);
        }
    }

    private static void log(String text) {
        if (!text.isBlank() && !text.startsWith(FRAME)) {
            LOG.atWarn().addKeyValue("output", text).log("A library printed an error");
        }
    }
}
