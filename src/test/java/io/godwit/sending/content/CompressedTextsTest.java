package io.godwit.sending.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedTextsTest {

    private static final String HTML = "<p>Gr\u00fc\u00dfe aus K\u00f6ln \ud83d\ude80</p>\n".repeat(100);

    private static ContentTexts html(String body) {
        return new ContentTexts(Optional.of(body), Optional.empty(), Optional.empty());
    }

    private static byte[] noise(int octets) {
        var noise = new byte[octets];
        new Random(1).nextBytes(noise);
        return noise;
    }

    @Test
    void allPartsAreReadAsTheyWere() {
        var raw = (HTML + "\r\n\u0000").getBytes(UTF_8);
        var texts = new ContentTexts(Optional.of(HTML), Optional.of("Gr\u00fc\u00dfe"), Optional.of(raw));

        var compressed = CompressedTexts.of(texts).orElseThrow();
        var read = CompressedTexts.read(compressed.octets());

        assertThat(compressed.size())
                .isEqualTo(HTML.getBytes(UTF_8).length + "Gr\u00fc\u00dfe".getBytes(UTF_8).length + raw.length);
        assertThat(compressed.octets()).hasSizeLessThan(HTML.length() / 5);
        assertThat(read.body()).contains(HTML);
        assertThat(read.text()).contains("Gr\u00fc\u00dfe");
        assertThat(read.raw().orElseThrow()).isEqualTo(raw);
    }

    @Test
    void anEmptyPartIsNotAMissingOne() {
        var compressed = CompressedTexts.of(
                new ContentTexts(Optional.of(""), Optional.empty(), Optional.of(HTML.getBytes(UTF_8))));

        var read = CompressedTexts.read(compressed.orElseThrow().octets());

        assertThat(read.body()).contains("");
        assertThat(read.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_500, 70_000, 1_000_000, 9_000_000})
    void whatDoesNotShrinkStaysAsItIs(int octets) {
        var noise = noise(octets);
        var base64 = Base64.getMimeEncoder().encodeToString(noise);

        assertThat(CompressedTexts.of(new ContentTexts(Optional.of(""), Optional.empty(), Optional.of(noise))))
                .isEmpty();
        assertThat(CompressedTexts.of(html(base64))).isEmpty();
        assertThat(CompressedTexts.of(html("x".repeat(base64.length()) + base64)))
                .isPresent();
    }

    /** Chunks of any number, and a thread's deflater after one that gave up. */
    @ParameterizedTest
    @ValueSource(ints = {1_024, 65_535, 65_536, 65_537, 400_000, 20_000_000})
    void largeTextsAreReadAsTheyWere(int characters) {
        CompressedTexts.of(html(Base64.getEncoder().encodeToString(noise(100_000))));
        var body = HTML.repeat(characters / HTML.length() + 1).substring(0, characters);

        var read = CompressedTexts.read(
                CompressedTexts.of(html(body)).orElseThrow().octets());

        assertThat(read.body()).contains(body);
    }

    @Test
    void moreThanTheSizeItNamesIsRefused() {
        var octets = CompressedTexts.of(html(HTML)).orElseThrow().octets();
        var length = ByteBuffer.wrap(octets).getInt(1);

        assertThat(CompressedTexts.read(octets).body()).isPresent();
        assertDamaged(withLength(octets, length - 1), "longer than the size");
        assertDamaged(withLength(octets, length + 1), "ends early");
        assertDamaged(withLength(octets, 64 << 20), "too large a size");
        assertDamaged(withLength(octets, Integer.MAX_VALUE), "too large a size");
        assertDamaged(withLength(octets, -2), "too large a size");
    }

    @Test
    void aDamagedValueIsRefused() {
        var octets = CompressedTexts.of(html(HTML)).orElseThrow().octets();
        var unknown = octets.clone();
        unknown[0] = 2;
        var broken = octets.clone();
        Arrays.fill(broken, 13, broken.length, (byte) 0x7f);

        assertDamaged(unknown, "unknown format");
        assertDamaged(new byte[0], "unknown format");
        assertDamaged(Arrays.copyOf(octets, octets.length - 4), "early");
        assertDamaged(broken, "");
    }

    private static byte[] withLength(byte[] octets, int length) {
        return ByteBuffer.wrap(octets.clone()).putInt(1, length).array();
    }

    private static void assertDamaged(byte[] octets, String how) {
        assertThatThrownBy(() -> CompressedTexts.read(octets))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The stored content of an email")
                .hasMessageContaining(how);
    }
}
