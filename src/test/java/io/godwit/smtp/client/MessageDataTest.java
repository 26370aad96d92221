package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageDataTest {

    @Test
    void dotsAtLineStartsAreDoubledWhateverTheSizeOfThePieces() {
        var random = new Random(7);
        for (var round = 0; round < 300; round++) {
            var text = random.ints(random.nextInt(120), 0, 4)
                    .mapToObj(i -> new String[] {".", "a", "\r\n", "\r\n."}[i])
                    .reduce("", String::concat);
            var expected = ("\r\n" + text).replace("\r\n.", "\r\n..").substring(2);
            var end = text.isEmpty() || text.endsWith("\r\n") ? ".\r\n" : "\r\n.\r\n";

            for (var step : new int[] {1, 3, 8, 1_000}) {
                assertThat(written(text, step)).isEqualTo(expected + end);
            }
        }
    }

    private static String written(String text, int step) {
        var data = data(text);
        var out = Buffer.buffer();
        do {
            data.appendTo(out, step);
        } while (!data.isWritten());
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    private static MessageData data(String text) {
        return MessageData.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Subject: x\r\n\r\na\n.\r\nMAIL FROM:<eve@evil.test>\r\n",
                "Subject: x\r\n\r\na\r\n.\rMAIL FROM:<eve@evil.test>\r\n",
                "Subject: x\r\n\r\na\n.\nMAIL FROM:<eve@evil.test>\r\n",
                "1234567\r",
                "12345678\n",
                "\n",
                "1234567890\r\r\n"
            })
    void aCarriageReturnOrLineFeedAloneIsFound(String text) {
        assertThat(data(text).lineEndsComplete()).isFalse();
    }

    @Test
    void completeLineEndsAreFoundWhereverTheyStand() {
        for (var length = 0; length < 40; length++) {
            assertThat(data("a".repeat(length) + "\r\n.\r\n" + "b".repeat(length) + "\r\n")
                            .lineEndsComplete())
                    .isTrue();
        }
    }

    @Test
    void octetsAbove127AreFoundWhereverTheyStand() {
        for (var at = 0; at < 20; at++) {
            assertThat(data("a".repeat(at) + "\u00e4" + "a".repeat(19 - at)).isAscii())
                    .isFalse();
        }
        assertThat(data("a".repeat(20)).isAscii()).isTrue();
        assertThat(data("Subject: x\r\n\r\n\u00e4\r\n").headersAreAscii()).isTrue();
        assertThat(data("Subject: \u00e4\r\n\r\nx\r\n").headersAreAscii()).isFalse();
    }

    @Test
    void theSizeCountsTheLastLineEndAndNoAddedDot() {
        assertThat(data("a\r\n.b\r\n").size()).isEqualTo(7);
        assertThat(data("a\r\n.b").size()).isEqualTo(7);
    }
}
