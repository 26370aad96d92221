package io.godwit.web.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is read as JSON: texts that hurt and the types a handler gets. Every text is read whole and in pieces of one byte. */
class JsonReaderTest {

    private static Map<String, Object> read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> read(byte[] bytes) {
        return JsonReader.object(bytes);
    }

    private static Map<String, Object> readInPieces(byte[] bytes) {
        var body = new BodyBuffer();
        for (var octet : bytes) {
            body.add(Buffer.buffer(new byte[] {octet}));
        }
        return JsonReader.object(body);
    }

    private static Kind refusal(byte[] bytes) {
        var whole = catchThrowableOfType(Failure.class, () -> read(bytes));
        var pieces = catchThrowableOfType(Failure.class, () -> readInPieces(bytes));
        assertThat(whole).isNotNull();
        assertThat(pieces).isNotNull();
        assertThat(pieces.kind()).isEqualTo(whole.kind());
        return whole.kind();
    }

    @Test
    void valuesHaveTheTypesOfJson() {
        var text = "{\"s\":\"é😀\\u00e9\",\"i\":7,\"l\":7000000000,\"b\":" + "9".repeat(30)
                + ",\"d\":0.10,\"t\":true,\"n\":null,\"a\":[1,[2]],\"o\":{\"x\":{}}}";

        var members = read(text);

        assertThat(members)
                .containsEntry("s", "é😀é")
                .containsEntry("i", 7)
                .containsEntry("l", 7_000_000_000L)
                .containsEntry("b", new BigInteger("9".repeat(30)))
                .containsEntry("d", new BigDecimal("0.10"))
                .containsEntry("t", true)
                .containsEntry("n", null)
                .containsEntry("a", List.of(1, List.of(2)))
                .containsEntry("o", Map.of("x", Map.of()));
        assertThat(readInPieces(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(members);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":1,}",
                "{\"a\":1}}",
                "{\"a\":1} x",
                "{\"a\":1,\"a\":2}",
                "{\"a\":null,\"a\":null}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":+1}",
                "{\"a\":01}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":1 /* c */}",
                "{\"a\":1} // c",
                "# c\n{}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"line\nend\"}",
                "{\"a\":\"\u0000\"}",
                "\uFEFF{\"a\":1}",
                "{\"a\":undefined}",
                "[1,]",
                "tru"
            })
    void whatIsNoJsonIsMalformed(String text) {
        assertThat(refusal(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(Kind.MALFORMED_BODY);
    }

    static List<byte[]> notUtf8() {
        return List.of(
                around(0xFF),
                around(0xC3),
                around(0xC0, 0x80),
                around(0xE0, 0x80, 0xAF),
                around(0xED, 0xA0, 0x80),
                around(0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80),
                around(0xF4, 0x90, 0x80, 0x80),
                around(0x80),
                "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
                "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE),
                Arrays.copyOf("{\"a\":1}é".getBytes(StandardCharsets.UTF_8), 8));
    }

    private static byte[] around(int... octets) {
        var text = new byte[octets.length + 20];
        Arrays.fill(text, (byte) ' ');
        System.arraycopy("{\"a\":\"........".getBytes(StandardCharsets.UTF_8), 0, text, 0, 14);
        for (var i = 0; i < octets.length; i++) {
            text[14 + i] = (byte) octets[i];
        }
        text[14 + octets.length] = '"';
        text[15 + octets.length] = '}';
        return text;
    }

    @ParameterizedTest
    @MethodSource("notUtf8")
    void whatIsNoUtf8IsMalformed(byte[] bytes) {
        assertThat(refusal(bytes)).isEqualTo(Kind.MALFORMED_BODY);
    }

    @Test
    void whatIsTooDeepOrTooLongIsAMistakeThatSaysHowMuchMayBe() {
        var deep = "{\"a\":" + "[".repeat(1001) + "]".repeat(1001) + "}";
        var longNumber = "{\"a\":" + "1".repeat(10_000) + "}";
        var longName = "{\"" + "n".repeat(1 << 20) + "\":1}";

        assertThat(List.of(deep, longNumber, longName)).allSatisfy(text -> assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.VALIDATION_ERROR);
                    assertThat(failure.issues().get(0).message()).contains("64 levels");
                }));
    }

    @Test
    void sixtyFourLevelsAreNotTooDeep() {
        assertThat(read("{\"a\":" + "[".repeat(63) + "]".repeat(63) + "}")).containsKey("a");
    }

    @Test
    void aHundredThousandNamesAreRead() {
        var text = IntStream.range(0, 100_000)
                .mapToObj(number -> "\"key" + number + "\":" + number)
                .collect(Collectors.joining(",", "{", "}"));

        assertThat(read(text)).hasSize(100_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":\"\\u0000\"} | a",
                "{\"a\":\"x\\ud800\"} | a",
                "{\"a\":\"\\udc00x\"} | a",
                "{\"a\":\"\\ud800\\ud800\"} | a",
                "{\"a\":{\"b\":[1,\"\\u0000\"]}} | a.b.1",
                "{\"a\":[{\"b\":1e400}]} | a.0.b",
                "{\"a\":-1e400} | a",
                "{\"a\":1e-400} | a",
                "{\"a\":1e-100000} | a",
                "{\"a\":1e99999999999} | a",
                "{\"b\":[0e-99999999999]} | b.0",
                "{\"x\\u0000y\":1} | x\uFFFDy"
            })
    void whatCannotBeStoredIsAMistakeOfItsField(String text, String field) {
        var failure = catchThrowableOfType(Failure.class, () -> read(text));

        assertThat(failure.kind()).isEqualTo(Kind.VALIDATION_ERROR);
        assertThat(failure.issues()).extracting(Failure.Issue::field).containsExactly(field);
    }

    @Test
    void everyFieldThatCannotBeStoredIsNamed() {
        var failure = catchThrowableOfType(Failure.class, () -> read("{\"a\":\"\\u0000\",\"b\":1e400,\"c\":1}"));

        assertThat(failure.issues()).extracting(Failure.Issue::field).containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[] | array", "\"x\" | string", "1 | number", "true | boolean", "null | null"})
    void whatIsNoObjectIsAMistakeOfTheWhole(String text, String received) {
        var failure = catchThrowableOfType(Failure.class, () -> read(text));

        assertThat(failure.kind()).isEqualTo(Kind.VALIDATION_ERROR);
        assertThat(failure.issues().get(0).field()).isEmpty();
        assertThat(failure.issues().get(0).received()).contains(received);
    }

    @Test
    void aPairOfSurrogatesIsACharacter() {
        assertThat(read("{\"a\":\"\\ud83d\\ude00\"}")).containsEntry("a", "😀");
    }
}
