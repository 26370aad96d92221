package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the evidence of refusals against a recipient: those about us prove nothing, those of dead mailboxes do. The heads of
 * the tables tell where they come from.
 */
class SuppressionEvidenceTest {

    private record Listed(String source, Evidence evidence, SmtpStage stage, String reply) {

        ClassifiedRefusal refusal() {
            return RefusalClassifier.classify(
                            SmtpReply.parse(reply.replace("\\n", "\n")).orElseThrow(), stage)
                    .against(List.of("ada@example.com"));
        }

        boolean provesMore() {
            var read = refusal().evidence();
            return read != Evidence.NONE && read != evidence;
        }

        boolean provesOther() {
            return refusal().evidence() != evidence;
        }

        @Override
        public String toString() {
            return String.join(
                    "\t",
                    source,
                    evidence.name(),
                    refusal().kind() + "/" + refusal().evidence(),
                    stage.name(),
                    reply);
        }
    }

    private static List<Listed> listed(String table) throws IOException {
        return Files.readAllLines(BounceCorpus.folder().resolve(table)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", 3))
                .flatMap(cells -> Stream.of(SmtpStage.RCPT, SmtpStage.DOT)
                        .map(stage -> new Listed(cells[0], Evidence.valueOf(cells[1]), stage, cells[2])))
                .toList();
    }

    @Test
    void noRefusalAboutUsSuppressesARecipient() throws IOException {
        assertThat(listed("about-us.tsv"))
                .hasSizeGreaterThan(600)
                .filteredOn(Listed::provesMore)
                .isEmpty();
    }

    @Test
    void eachRefusalOfADeadMailboxProvesIt() throws IOException {
        assertThat(listed("dead-mailboxes.tsv"))
                .hasSizeGreaterThan(200)
                .filteredOn(Listed::provesOther)
                .isEmpty();
    }
}
