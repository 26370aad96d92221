package io.godwit.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is read from the header of an image. */
class ImageHeaderTest {

    @ParameterizedTest
    @CsvSource({"png, PNG", "jpg, JPEG", "gif, GIF"})
    void whatProgramsWriteIsReadWithItsSize(String format, ImageType type) {
        assertThat(ImageHeader.read(SampleImages.real(format, 321, 123))).isEqualTo(new ImageHeader(type, 321, 123, 1));
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                Arguments.of(SampleImages.webp(300, 200, 0), new ImageHeader(ImageType.WEBP, 300, 200, 1)),
                Arguments.of(SampleImages.webp(300, 200, 7), new ImageHeader(ImageType.WEBP, 300, 200, 7)),
                Arguments.of(SampleImages.lossyWebp(301, 201), new ImageHeader(ImageType.WEBP, 301, 201, 1)),
                Arguments.of(SampleImages.losslessWebp(5_000, 9_000), new ImageHeader(ImageType.WEBP, 5_000, 9_000, 1)),
                Arguments.of(SampleImages.png(12, 34, 5), new ImageHeader(ImageType.PNG, 12, 34, 5)),
                Arguments.of(SampleImages.gif(10, 20, 3, 1), new ImageHeader(ImageType.GIF, 10, 20, 3)));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void everyKindOfHeaderTellsSizeAndFrames(byte[] content, ImageHeader image) {
        assertThat(ImageHeader.read(content)).isEqualTo(image);
    }

    static Stream<byte[]> bombs() {
        return Stream.of(
                SampleImages.png(50_000, 50_000, 0),
                SampleImages.png(12_001, 1, 0),
                SampleImages.png(10_000, 5_001, 0),
                SampleImages.png(-1, 1, 0),
                SampleImages.png(0, 1, 0),
                SampleImages.png(1, 1, 10_000),
                SampleImages.png(1, 1, -1),
                SampleImages.gif(50_000, 50_000, 1, 1),
                SampleImages.gif(1, 1, 1, 50_000),
                SampleImages.gif(0, 0, 1, 0),
                SampleImages.gif(1, 1, 10_000, 1),
                SampleImages.webp(1 << 24, 1 << 24, 0),
                SampleImages.webp(1, 1, 10_000),
                SampleImages.losslessWebp(16_384, 16_384),
                SampleImages.lossyWebp(16_383, 16_383),
                SampleImages.lossyWebp(0, 1));
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void whatWouldBurstWhoDecodesItIsRefusedByItsHeader(byte[] content) {
        assertThat(refusal(content)).isEqualTo(Kind.VALIDATION_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
                "<?xml version='1.0'?><svg/>",
                "<!DOCTYPE html><script>alert(1)</script>",
                "%PDF-1.7",
                "BM______",
                "\u0000\u0000\u0001\u0000",
                "RIFF____AVI LIST",
                "RIFF____WAVEfmt ",
                "RIFF",
                "GIF88a",
                "\u0089PNX\r\n\u001a\n",
                "II*\u0000",
                "\u0000\u0000\u0000\u001cftypavif"
            })
    void whatIsNoImageOfOursIsRefusedWhateverItIsCalled(String content) {
        assertThat(refusal(SampleImages.text(content))).isEqualTo(Kind.UNSUPPORTED_MEDIA_TYPE);
    }

    static Stream<byte[]> whole() {
        return Stream.of(
                SampleImages.real("png", 9, 9),
                SampleImages.real("jpg", 9, 9),
                SampleImages.real("gif", 9, 9),
                SampleImages.webp(9, 9, 0),
                SampleImages.lossyWebp(9, 9),
                SampleImages.losslessWebp(9, 9));
    }

    /** Cut anywhere it is refused, or read as far as its header went; nothing but a refusal is ever thrown. */
    @ParameterizedTest
    @MethodSource("whole")
    void aCutImageIsRefusedAsLongAsItsHeaderIsNotWhole(byte[] content) {
        var image = ImageHeader.read(content);

        for (var length = 0; length < content.length; length++) {
            var cut = Arrays.copyOf(content, length);
            assertThat(read(cut)).isIn(Kind.UNSUPPORTED_MEDIA_TYPE, Kind.VALIDATION_ERROR, image);
        }
        assertThat(read(Arrays.copyOf(content, 16))).isEqualTo(Kind.VALIDATION_ERROR);
    }

    /** Ten thousand damaged headers, the same at every run. */
    @ParameterizedTest
    @MethodSource("whole")
    void aDamagedImageIsNeverOurFault(byte[] content) {
        var random = new Random(7);

        for (var round = 0; round < 10_000; round++) {
            var damaged = content.clone();
            for (var hits = 0; hits < 4; hits++) {
                damaged[random.nextInt(Math.min(64, damaged.length))] = (byte) random.nextInt();
            }
            assertThat(read(damaged)).isNotNull();
        }
    }

    @Test
    void aHeaderThatPointsInCirclesEnds() {
        var jpeg = SampleImages.joined(
                SampleImages.text("\u00ff\u00d8\u00ff"), SampleImages.text("\u00ff".repeat(1 << 20)));
        var png = SampleImages.png(1, 1, 0);
        Arrays.fill(png, 33, 37, (byte) 0xff);

        assertThat(read(jpeg)).isEqualTo(Kind.VALIDATION_ERROR);
        assertThat(read(png)).isNotNull();
    }

    @Test
    void aNameOfOursIsReadAndNoOther() {
        var project = "01900000-0000-7000-8000-000000000001";
        var hex = "0123456789abcdef".repeat(2);

        assertThat(ImageKey.parse(project, hex + ".png")).get().hasToString(project + "/" + hex + ".png");
        Map.of(
                        "upper",
                        hex.toUpperCase(java.util.Locale.ROOT) + ".png",
                        "short",
                        hex.substring(1) + ".png",
                        "svg",
                        hex + ".svg",
                        "twice",
                        hex + ".png.html",
                        "up",
                        "../" + hex + ".png",
                        "none",
                        hex)
                .values()
                .forEach(name -> assertThat(ImageKey.parse(project, name)).isEmpty());
        assertThat(ImageKey.parse("..", hex + ".png")).isEmpty();
        assertThat(ImageKey.parse("unfinished", hex + ".png")).isEmpty();
    }

    private static Object read(byte[] content) {
        try {
            return ImageHeader.read(content);
        } catch (Failure refused) {
            return refused.kind();
        }
    }

    private static Kind refusal(byte[] content) {
        return catchThrowableOfType(Failure.class, () -> ImageHeader.read(content))
                .kind();
    }
}
