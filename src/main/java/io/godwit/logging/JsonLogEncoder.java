package io.godwit.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Objects;
import java.util.Set;

/**
 * Encodes each event of the log as one flat JSON object on one line: {@code timestamp} (ISO 8601 in UTC, milliseconds),
 * {@code level}, {@code message}, {@code logger}, {@code thread}, then the event's own keys, and {@code error.type},
 * {@code error.message} and {@code error.stack} where something was thrown. A key with the name of one of these gets the prefix
 * {@code field.}; markers are left out. Logback's own encoder can neither flatten the keys nor keep their types. Safe from any
 * thread.
 */
public final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {

    private static final String TIMESTAMP = "timestamp";
    private static final String LEVEL = "level";
    private static final String MESSAGE = "message";
    private static final String LOGGER = "logger";
    private static final String THREAD = "thread";
    private static final String ERROR_TYPE = "error.type";
    private static final String ERROR_MESSAGE = "error.message";
    private static final String ERROR_STACK = "error.stack";

    private static final Set<String> FIXED =
            Set.of(TIMESTAMP, LEVEL, MESSAGE, LOGGER, THREAD, ERROR_TYPE, ERROR_MESSAGE, ERROR_STACK);

    private static final byte[] NOTHING = {};

    /** Three decimals always, so that lines sort by their text. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var line = new JsonLineWriter(FIXED)
                .fixed(TIMESTAMP, TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                .fixed(LEVEL, event.getLevel().toString())
                .fixed(MESSAGE, Objects.requireNonNullElse(event.getFormattedMessage(), ""))
                .fixed(LOGGER, event.getLoggerName())
                .fixed(THREAD, event.getThreadName());
        var pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> line.field(pair.key, pair.value));
        }
        event.getMDCPropertyMap().forEach(line::field);
        var thrown = event.getThrowableProxy();
        if (thrown != null) {
            error(line, thrown);
        }
        return line.end().getBytes(StandardCharsets.UTF_8);
    }

    private static void error(JsonLineWriter line, IThrowableProxy thrown) {
        line.fixed(ERROR_TYPE, thrown.getClassName())
                .fixed(ERROR_MESSAGE, Objects.requireNonNullElse(thrown.getMessage(), ""))
                .fixed(
                        ERROR_STACK,
                        ThrowableProxyUtil.asString(thrown)
                                .replace("\r\n", "\n")
                                .strip());
    }
}
