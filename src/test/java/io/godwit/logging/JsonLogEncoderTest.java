package io.godwit.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

final class JsonLogEncoderTest {

    private final JsonLogEncoder encoder = new JsonLogEncoder();

    @Test
    void aLineIsOneFlatObjectWithTypedKeys() {
        var event = event("A batch of {} is done", 7);
        event.setInstant(Instant.parse("2026-11-23T09:05:00.120Z"));
        add(event, "inFlight", 0);
        add(event, "bytes", 3_000_000_000L);
        add(event, "rate", 0.5);
        add(event, "retried", true);
        add(event, "retryIn", Duration.ofSeconds(5));
        add(event, "counted", new AtomicInteger(2));
        add(event, "status", null);

        assertThat(line(event))
                .isEqualTo(
                        "{\"timestamp\":\"2026-11-23T09:05:00.120Z\",\"level\":\"WARN\",\"message\":\"A batch of 7 is done\","
                                + "\"logger\":\"io.godwit.Some\",\"thread\":\"worker-1\",\"inFlight\":0,\"bytes\":3000000000,\"rate\":0.5,"
                                + "\"retried\":true,\"retryIn\":\"PT5S\",\"counted\":2,\"status\":null}\n");
    }

    @Test
    void theTimeHasThreeDecimalsInAFullSecondToo() {
        var event = event("Started");
        event.setInstant(Instant.parse("2026-11-23T09:05:00Z"));

        assertThat(parsed(event).getString("timestamp")).isEqualTo("2026-11-23T09:05:00.000Z");
    }

    @Test
    void aKeyWithTheNameOfAFixedMemberGetsAPrefix() {
        var event = event("A reply");
        add(event, "message", "550 no");
        add(event, "error.type", "550");
        event.setThrowableProxy(new ch.qos.logback.classic.spi.ThrowableProxy(new IllegalStateException("late")));

        var line = parsed(event);

        assertThat(line.getString("message")).isEqualTo("A reply");
        assertThat(line.getString("field.message")).isEqualTo("550 no");
        assertThat(line.getString("error.type")).isEqualTo("java.lang.IllegalStateException");
        assertThat(line.getString("field.error.type")).isEqualTo("550");
    }

    @Test
    void aKeyThatIsGivenTwiceKeepsBothValues() {
        var event = event("Twice");
        event.setMDCPropertyMap(Map.of("project", "from the context"));
        add(event, "project", 1);
        add(event, "project", 2);

        assertThat(line(event))
                .contains("\"project\":1,\"field.project\":2,\"field.field.project\":\"from the context\"}");
    }

    @Test
    void anErrorIsItsTypeItsMessageAndItsStackAsOneText() {
        var event = event("It failed");
        var cause = new IllegalArgumentException("the \"root\"");
        event.setThrowableProxy(new ch.qos.logback.classic.spi.ThrowableProxy(new IllegalStateException(cause)));

        var line = parsed(event);

        assertThat(line.getString("error.type")).isEqualTo("java.lang.IllegalStateException");
        assertThat(line.getString("error.message")).isEqualTo("java.lang.IllegalArgumentException: the \"root\"");
        assertThat(line.getString("error.stack"))
                .startsWith("java.lang.IllegalStateException: ")
                .contains(
                        "\n\tat io.godwit.logging.JsonLogEncoderTest",
                        "\nCaused by: java.lang.IllegalArgumentException");
        assertThat(line(event).strip().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quote \" backslash \\ slash /",
                "line\nfeed\r\nand\ttab",
                "null \0 bell \07 escape \033[31m delete \177",
                "C1 \u0085 next line and \u009b31m control sequence",
                "separators \u2028 and \u2029",
                "emoji \ud83d\ude00 and umlaut \u00e4",
                "",
                "}{\"level\":\"ERROR\"}"
            })
    void everyTextComesBackAsItWasAndStaysOnOneLine(String text) {
        var event = event(text);
        add(event, text + "key", text);

        var line = line(event);

        assertThat(line).endsWith("}\n");
        assertThat(line.substring(0, line.length() - 1))
                .doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]");
        assertThat(new JsonObject(line).getString("message")).isEqualTo(text);
        assertThat(new JsonObject(line).getString(text + "key")).isEqualTo(text);
    }

    @Test
    void halfACharacterIsReplaced() {
        assertThat(parsed(event("high \ud83d low \ude00.")).getString("message"))
                .isEqualTo("high \ufffd low \ufffd.");
    }

    @Test
    void numbersThatJsonHasNotAreText() {
        var event = event("Numbers");
        add(event, "mean", Double.NaN);
        add(event, "most", Float.POSITIVE_INFINITY);

        assertThat(parsed(event).getString("mean")).isEqualTo("NaN");
        assertThat(parsed(event).getString("most")).isEqualTo("Infinity");
    }

    private static LoggingEvent event(String message, Object... arguments) {
        var logger = (Logger) LoggerFactory.getLogger("io.godwit.Some");
        var event = new LoggingEvent("", logger, Level.WARN, message, null, arguments);
        event.setThreadName("worker-1");
        return event;
    }

    private static void add(LoggingEvent event, String key, @Nullable Object value) {
        event.addKeyValuePair(new KeyValuePair(key, value));
    }

    private String line(LoggingEvent event) {
        return new String(encoder.encode(event), UTF_8);
    }

    private JsonObject parsed(LoggingEvent event) {
        return new JsonObject(line(event));
    }
}
