package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.godwit.bounces.BounceVerdict.Kind;
import io.godwit.kit.Elapsed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BounceClassifierTest {

    private static final String OWN_ADDRESS =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";

    static List<BounceCorpus.Sample> corpus() {
        return BounceCorpus.all();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void eachMailOfTheCorpusHasItsVerdict(BounceCorpus.Sample sample) {
        var verdict = BounceClassifier.classify(sample.mail(), Optional.empty());

        assertThat(verdict.kind()).as("%s", verdict).isEqualTo(sample.kind());
        assertThat(verdict.status()).as("%s", verdict).isEqualTo(sample.status());
        assertThat(verdict.code()).as("%s", verdict).isEqualTo(sample.code());
        assertThat(verdict.recipient()).as("%s", verdict).isEqualTo(sample.recipient());
        assertThat(verdict.line()).contains(sample.line());
        assertThat(verdict.messageId().filter(OWN_ADDRESS::equals).isPresent()).isEqualTo(sample.namesOurs());
    }

    @Test
    void everyMailOfTheFolderIsInTheTable() throws IOException {
        try (var files = Files.list(BounceCorpus.folder())) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".eml"))
                            .map(name -> name.substring(0, name.length() - 4)))
                    .containsExactlyInAnyOrderElementsOf(
                            corpus().stream().map(BounceCorpus.Sample::name).toList())
                    .hasSizeGreaterThan(40);
        }
    }

    @Test
    void aMailThatIsNotReadInTimeIsNoReport() {
        for (var sample : corpus()) {
            var time = new AtomicLong();
            var late = ReadingDeadline.begin(
                    Duration.ofSeconds(2),
                    () -> time.getAndAdd(Duration.ofSeconds(1).toNanos()));

            var verdict = BounceClassifier.classify(sample.mail(), Optional.empty(), late);

            assertThat(verdict.kind()).as(sample.name()).isEqualTo(Kind.NONE);
        }
    }

    /** As many parts with as long lines as are read at all, of texts that patterns like to try again and again. */
    @ParameterizedTest
    @ValueSource(strings = {"a.", "not delivered "})
    void aMailOfManyLongTextsIsReadInTime(String filler) {
        var part = "--b\r\n\r\n" + (filler.repeat(2_000 / filler.length()) + "\r\n").repeat(60);
        var mail = "From: MAILER-DAEMON@example.org\r\nSubject: Undelivered mail\r\n"
                + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part.repeat(30);

        var took = Elapsed.ofProcessor(
                () -> BounceClassifier.classify(mail.getBytes(StandardCharsets.US_ASCII), Optional.of("")));

        assertThat(took).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void noTruncationMakesItThrow() {
        for (var sample : corpus()) {
            for (var length = 0; length < sample.mail().length; length += 61) {
                survives(Arrays.copyOf(sample.mail(), length), sample.name() + " cut at " + length);
            }
        }
    }

    @Test
    void noMutationMakesItThrow() {
        var random = new Random(20261122);
        for (var round = 0; round < 1_000; round++) {
            var sample = corpus.get(random.nextInt(corpus.size()));
            survives(mutated(sample.mail(), random), sample.name() + ", round " + round);
        }
    }

    @Test
    void noRandomBytesMakeItThrow() {
        var random = new Random(5965);
        for (var round = 0; round < 1_000; round++) {
            var bytes = new byte[random.nextInt(4_000)];
            random.nextBytes(bytes);
            survives(bytes, "round " + round);
        }
    }

    @Test
    void aDeepOrEndlessOrBroadMailIsReadInBoundedTime() {
        var deep = new StringBuilder("Content-Type: multipart/mixed; boundary=b0\r\n\r\n");
        for (var level = 0; level < 5_000; level++) {
            deep.append("--b").append(level).append("\r\nContent-Type: multipart/mixed; boundary=b");
            deep.append(level + 1).append("\r\n\r\n");
        }
        var broad = "From: mailer-daemon@x.example\r\nSubject: failure notice\r\nContent-Type: multipart/mixed;"
                + " boundary=b\r\n\r\n" + "--b\r\n\r\nuser unknown\r\n".repeat(100_000);
        var heads = "X-Head: value\r\n".repeat(200_000);
        var nested = "Content-Type: message/rfc822\r\n\r\n".repeat(20_000);
        var line = "From: mailer-daemon@x.example\r\n\r\n" + "no such user ".repeat(500_000);
        var words = "From: mailer-daemon@x.example\r\n\r\n" + "a@".repeat(500_000) + "\r\n" + "<".repeat(500_000);

        for (var mail : List.of(deep.toString(), broad, heads, nested, line, words)) {
            var took = Assertions.assertTimeoutPreemptively(
                    Duration.ofMinutes(2),
                    () -> Elapsed.ofProcessor(() ->
                            BounceClassifier.classify(mail.getBytes(StandardCharsets.ISO_8859_1), Optional.empty())));
            assertThat(took).isLessThan(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Release 5.1.1 is out",
                "Why 550 user unknown is not the end",
                "RELEASED Mailer 2.0.12",
                "Your delivery is delayed",
                "A long subject that the mail system folds\n    5.1.1 user unknown"
            })
    void theSubjectOfOurEmailIsNoEvidenceAgainstItsRecipient(String subject) {
        var bounce = """
                Return-Path: <>
                From: System Administrator <postmaster@example.net>
                Subject: Undeliverable: %1$s
                Content-Type: text/plain

                Your message

                  To: ada@example.net
                  Subject: %1$s
                  Sent: Thu, 12 Nov 2026 16:52:33 +0100

                did not reach the following recipient:

                ada@example.net
                %2$s
                """;

        assertThat(classified(bounce.formatted(subject, "   The mail system could not process it.")))
                .isEqualTo(Kind.SOFT);
        assertThat(classified(bounce.formatted(subject, "   The recipient name is not recognized.")))
                .isEqualTo(Kind.HARD);
    }

    private static Kind classified(String bounce) {
        return BounceClassifier.classify(bounce.getBytes(StandardCharsets.UTF_8), Optional.of(""))
                .kind();
    }

    @Test
    void whatCannotBeReadIsNothing() {
        assertThat(BounceClassifier.classify(new byte[0], Optional.empty()).kind())
                .isEqualTo(Kind.NONE);
    }

    private final List<BounceCorpus.Sample> corpus = corpus();

    private static void survives(byte[] message, String what) {
        assertThatCode(() -> assertThat(BounceClassifier.classify(message, Optional.empty()))
                        .isNotNull())
                .as(what)
                .doesNotThrowAnyException();
    }

    /** Some bytes changed, a piece doubled, moved or taken out. */
    private static byte[] mutated(byte[] message, Random random) {
        var bytes = message.clone();
        for (var change = random.nextInt(8); change >= 0; change--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        var from = random.nextInt(bytes.length);
        var piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + random.nextInt(400)));
        var into = random.nextInt(bytes.length);
        var result = new byte[bytes.length + piece.length];
        System.arraycopy(bytes, 0, result, 0, into);
        System.arraycopy(piece, 0, result, into, piece.length);
        System.arraycopy(bytes, into, result, into + piece.length, bytes.length - into);
        return random.nextBoolean() ? result : Arrays.copyOf(result, random.nextInt(result.length) + 1);
    }
}
