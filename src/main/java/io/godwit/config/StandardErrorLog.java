package io.godwit.config;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what libraries print past the log into lines of it, so that each line of the output stays one JSON object. */
public final class StandardErrorLog extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(StandardErrorLog.class);

    /** A stack trace is known by its first line; its frames are many and say no more to an operator. */
    private static final String FRAME = "\tat ";

    private static final int LONGEST_LINE = 4_096;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private StandardErrorLog() {}

    /** What is printed as an error from now on is logged. */
    public static void capture() {
        System.setErr(new PrintStream(new StandardErrorLog(), true, StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void write(int octet) {
        if (octet == '\n') {
            log(line.toString(StandardCharsets.UTF_8).stripTrailing());
            line.reset();
        } else if (line.size() < LONGEST_LINE) {
            line.write(octet);
        }
    }

    private static void log(String text) {
        if (!text.isBlank() && !text.startsWith(FRAME)) {
            LOG.atWarn().addKeyValue("output", text).log("A library printed an error");
        }
    }
}
