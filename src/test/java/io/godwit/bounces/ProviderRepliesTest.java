package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Classifies hundreds of refusals of large mail systems. */
class ProviderRepliesTest {

    /** Nothing a server says about us or its load may suppress an address, and one refusal for a full mailbox does not. */
    private static final Set<RefusalClass> NEVER_SUPPRESS =
            EnumSet.complementOf(EnumSet.of(RefusalClass.DEAD, RefusalClass.CLOSED));

    record Sample(String provider, RefusalClass kind, RefusalScope scope, SmtpStage stage, String reply) {

        ClassifiedRefusal read() {
            return RefusalClassifier.classify(
                    SmtpReply.parse(reply.replace("\\n", "\n")).orElseThrow(), stage);
        }

        Set<Evidence> possible() {
            return kind == RefusalClass.FULL
                    ? EnumSet.of(Evidence.NONE, Evidence.SEVERAL_IN_A_ROW)
                    : EnumSet.of(Evidence.NONE);
        }

        @Override
        public String toString() {
            return provider + " " + kind + "/" + scope + " read as " + read().kind() + "/" + read().scope() + ": "
                    + reply;
        }
    }

    private static List<Sample> samples() throws IOException {
        return Files.readAllLines(BounceCorpus.folder().resolve("providers.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .map(cells -> new Sample(
                        cells[0],
                        RefusalClass.valueOf(cells[1]),
                        RefusalScope.valueOf(cells[2]),
                        SmtpStage.valueOf(cells[3]),
                        cells[4]))
                .toList();
    }

    @Test
    void theCorpusHasManyRepliesOfManyProviders() throws IOException {
        assertThat(samples()).hasSizeGreaterThanOrEqualTo(500);
        assertThat(samples().stream().map(Sample::provider).distinct()).hasSizeGreaterThanOrEqualTo(15);
    }

    @Test
    void nearlyAllRepliesHaveTheirClassAndTheirScope() throws IOException {
        var samples = samples();
        var wrong = samples.stream()
                .filter(sample ->
                        sample.read().kind() != sample.kind() || sample.read().scope() != sample.scope())
                .toList();

        assertThat(wrong.size())
                .as(
                        "wrong: %s",
                        String.join("\n", wrong.stream().map(Sample::toString).toList()))
                .isLessThanOrEqualTo(samples.size() / 20);
    }

    @Test
    void noReplyThatIsNotAboutADeadAddressSuppressesIt() throws IOException {
        assertThat(samples())
                .filteredOn(sample -> NEVER_SUPPRESS.contains(sample.kind()))
                .allSatisfy(sample ->
                        assertThat(sample.read().evidence()).as("%s", sample).isIn(sample.possible()));
    }

    @Test
    void repliesAboutDeadAddressesDoProveIt() throws IOException {
        assertThat(samples())
                .filteredOn(sample -> sample.kind() == RefusalClass.DEAD)
                .filteredOn(sample -> sample.read().evidence() != Evidence.NONE)
                .hasSizeGreaterThan(70);
    }
}
