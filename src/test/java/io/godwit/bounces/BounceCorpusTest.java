package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.BounceVerdict.Kind;
import io.godwit.bounces.ClassifiedRefusal.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mail systems of all kinds, and people who write about mail. */
class BounceCorpusTest {

    /** {@code told} is the class of a refusal in one file, whether it is doubtful in the other. */
    record Sample(String name, Kind kind, String told, String returnPath, byte[] mail) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Sample> bounces() throws IOException {
        return read("collection.txt");
    }

    static List<Sample> emailsOfPersons() throws IOException {
        return read("letters.txt");
    }

    @ParameterizedTest
    @MethodSource("bounces")
    void eachBounceHasItsKindAndItsClass(Sample sample) {
        var verdict = BounceClassifier.classify(sample.mail(), Optional.of(sample.returnPath()));

        assertThat(verdict.kind()).as("%s", verdict).isEqualTo(sample.kind());
        assertThat(verdict.refusal().map(told -> told.kind().name()).orElse("-"))
                .as("%s", verdict)
                .isEqualTo(sample.kind() == Kind.DELAYED ? told(verdict) : sample.told());
    }

    private static String told(BounceVerdict verdict) {
        return verdict.refusal().map(told -> told.kind().name()).orElse("-");
    }

    /** No word of theirs makes another refusal necessary where the rules take one for enough. */
    @ParameterizedTest
    @MethodSource("bounces")
    void whatMailSystemsWriteAboutADeadMailboxIsFamiliar(Sample sample) {
        var refusal = BounceClassifier.classify(sample.mail(), Optional.of(sample.returnPath()))
                .refusal()
                .filter(told -> told.evidence() == Evidence.POSITIVE);

        assertThat(refusal.map(told -> told.against(List.of("ada@example.com", "ada@nowhere.example"))
                        .evidence()))
                .isEqualTo(refusal.map(ClassifiedRefusal::evidence));
    }

    /** But for two that do not say whose quota it is. */
    @Test
    void whatMailSystemsWriteAboutAFullMailboxCounts() throws IOException {
        var full = bounces().stream()
                .filter(sample -> sample.told().equals("FULL") && sample.kind() == Kind.SOFT)
                .toList();

        assertThat(full)
                .hasSizeGreaterThan(10)
                .filteredOn(sample -> BounceClassifier.classify(sample.mail(), Optional.of(sample.returnPath()))
                                .refusal()
                                .orElseThrow()
                                .against(List.of("ada@example.com"))
                                .evidence()
                        != Evidence.SEVERAL_IN_A_ROW)
                .extracting(Sample::name)
                .containsExactlyInAnyOrder("communigate", "rejected-with-a-receipt");
    }

    @ParameterizedTest
    @MethodSource("emailsOfPersons")
    void noEmailOfAPersonIsABounceAndThoseThatLookLikeOneAreDoubtful(Sample sample) {
        var verdict = BounceClassifier.classify(sample.mail(), Optional.of(sample.returnPath()));

        assertThat(verdict.kind()).as("%s", verdict).isEqualTo(sample.kind());
        assertThat(verdict.doubtful()).as("%s", verdict).isEqualTo(sample.told().equals("yes"));
        assertThat(verdict.refusal()).isEmpty();
    }

    /** As it is read from a mailbox that has kept no return path. */
    @ParameterizedTest
    @MethodSource("emailsOfPersons")
    void noEmailOfAPersonIsABounceWhenItsReturnPathIsUnknown(Sample sample) {
        assertThat(BounceClassifier.classify(sample.mail(), Optional.empty()).kind())
                .isEqualTo(sample.kind());
    }

    @Test
    void proseCountsAsABounceOnlyFromAMailSystem() throws IOException {
        var prose = bounces().stream()
                .filter(sample -> new String(sample.mail(), StandardCharsets.UTF_8)
                        .contains("Content-Type: text/plain; charset=utf-8\r\n\r\n"))
                .filter(sample -> sample.kind() != Kind.COMPLAINT)
                .toList();

        assertThat(prose).hasSizeGreaterThan(60).allSatisfy(sample -> {
            var fromPerson = new String(sample.mail(), StandardCharsets.UTF_8)
                    .replaceFirst("From: [^\r]*", "From: Ada <ada@example.com>");
            var verdict = BounceClassifier.classify(
                    fromPerson.getBytes(StandardCharsets.UTF_8), Optional.of("ada@example.com"));
            assertThat(verdict.kind()).as("%s", sample.name()).isEqualTo(Kind.NONE);
        });
    }

    @Test
    void machinesThatReportAreNobodyToWriteTo() {
        assertThat(List.of(
                        "MAILER-DAEMON@mx.example.net",
                        "postmaster@example.com",
                        "staff@hotmail.com",
                        "no-reply@sns.amazonaws.com",
                        "feedbackloop@feedback.example.com"))
                .allMatch(BounceClassifier::isAutomatedSender);
        assertThat(List.of("ada@example.com", "staff@example.com", "fabian@example.com"))
                .noneMatch(BounceClassifier::isAutomatedSender);
    }

    /** Mails follow each other, each below a line {@code #### name | kind | told | return path | origin}. */
    private static List<Sample> read(String file) throws IOException {
        var samples = new ArrayList<Sample>();
        var text = Files.readString(BounceCorpus.folder().resolve(file));
        for (var entry : text.split("(?m)^#### ", -1)) {
            var end = entry.indexOf('\n');
            var cells = entry.substring(0, Math.max(end, 0)).split(" \\| ", -1);
            if (cells.length == 5) {
                samples.add(new Sample(
                        cells[0],
                        Kind.valueOf(cells[1]),
                        cells[2],
                        cells[3].equals("<>") ? "" : cells[3],
                        entry.substring(end + 1).replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)));
            }
        }
        return samples;
    }
}
