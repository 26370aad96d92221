package io.godwit.accounts;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codes of authenticator apps, by the test vectors of RFC 6238, appendix B. */
class TotpTest {

    private static final byte[] SECRET = "12345678901234567890".getBytes(US_ASCII);
    private static final Instant NOW = Instant.ofEpochSecond(1_111_111_111);

    @ParameterizedTest
    @CsvSource({
        "59, 94287082",
        "1111111109, 07081804",
        "1111111111, 14050471",
        "1234567890, 89005924",
        "2000000000, 69279037",
        "20000000000, 65353130"
    })
    void aCodeIsTheOneOfTheStandard(long second, String code) {
        var step = Totp.stepAt(Instant.ofEpochSecond(second));

        assertThat(Totp.code(SECRET, step, 8)).isEqualTo(code);
        assertThat(Totp.code(SECRET, step, Totp.DIGITS)).isEqualTo(code.substring(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1})
    void aClockMayBeOneStepOff(long off) {
        var step = Totp.stepAt(NOW) + off;

        assertThat(Totp.step(SECRET, code(step), NOW, 0)).isEqualTo(OptionalLong.of(step));
    }

    @ParameterizedTest
    @ValueSource(longs = {-2, 2, 1_000})
    void aCodeOfAnotherTimeIsWrong(long off) {
        assertThat(Totp.step(SECRET, code(Totp.stepAt(NOW) + off), NOW, 0)).isEmpty();
    }

    @Test
    void aCodeOpensOnceAndNoneBeforeItAfterwards() {
        var step = Totp.stepAt(NOW);

        assertThat(Totp.step(SECRET, code(step), NOW, step)).isEmpty();
        assertThat(Totp.step(SECRET, code(step - 1), NOW, step)).isEmpty();
        assertThat(Totp.step(SECRET, code(step + 1), NOW, step)).hasValue(step + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "05047", "0050471", "abcdef", "٠٥٠٤٧١"})
    void whatIsNoCodeIsWrong(String typed) {
        assertThat(Totp.step(SECRET, typed, NOW, 0)).isEmpty();
    }

    private static String code(long step) {
        return Totp.code(SECRET, step, Totp.DIGITS);
    }
}
