package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classifier on replies that other projects list, with the meaning they give them; the head of the table names them. */
class PublicRepliesTest {

    private enum Meaning {
        DEAD,
        CLOSED,
        FULL,
        PASSING,
        US
    }

    private record Listed(String source, Meaning meaning, String reply) {

        ClassifiedRefusal refusal() {
            return RefusalClassifier.classify(SmtpReply.parse(reply).orElseThrow(), SmtpStage.RCPT);
        }

        /** A reply of class 4 is tried again, whether it is the mailbox or the server that takes no mail. */
        boolean isRight() {
            var refusal = refusal();
            return refusal.permanent()
                    ? meaning == read(refusal)
                    : meaning == read(refusal)
                            || (meaning == Meaning.PASSING || meaning == Meaning.FULL) && isTriedAgain(refusal);
        }

        private static boolean isTriedAgain(ClassifiedRefusal refusal) {
            var read = read(refusal);
            return read == Meaning.PASSING || read == Meaning.FULL || refusal.kind() == RefusalClass.UNKNOWN;
        }

        /**
         * An address that lives is suppressed, or one that is only disabled by the first refusal, or a refusal about us counts
         * towards the limit of soft bounces.
         */
        boolean isWronglySuppressed() {
            return switch (refusal().evidence()) {
                case NONE -> false;
                case POSITIVE -> meaning != Meaning.DEAD;
                case SECOND_WITHIN_A_WEEK, SECOND_A_DAY_LATER -> meaning != Meaning.DEAD && meaning != Meaning.CLOSED;
                case SEVERAL_IN_A_ROW -> meaning == Meaning.US;
            };
        }

        @Override
        public String toString() {
            return String.join(
                    "\t",
                    source,
                    meaning.name(),
                    refusal().kind() + "/" + refusal().evidence(),
                    reply);
        }
    }

    private static Meaning read(ClassifiedRefusal refusal) {
        return switch (refusal.kind()) {
            case DEAD -> Meaning.DEAD;
            case CLOSED -> Meaning.CLOSED;
            case FULL -> Meaning.FULL;
            case GREYLISTED, ROUTING, SYSTEM -> Meaning.PASSING;
            case RATE_LIMITED, BLOCKED_SOURCE, BLOCKED_DOMAIN, POLICY, CONTENT, SIZE, SESSION, UNKNOWN -> Meaning.US;
        };
    }

    private static List<Listed> replies() throws IOException {
        return Files.readAllLines(BounceCorpus.folder().resolve("public-replies.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", 3))
                .map(cells -> new Listed(cells[0], Meaning.valueOf(cells[1]), cells[2]))
                .toList();
    }

    @Test
    void atLeastNineteenInTwentyAreRight() throws IOException {
        var replies = replies();

        var wrong = replies.stream().filter(reply -> !reply.isRight()).toList();

        assertThat(wrong).hasSizeLessThanOrEqualTo(replies.size() / 20);
    }

    @Test
    void noneSuppressesAnAddressThatLives() throws IOException {
        assertThat(replies()).filteredOn(Listed::isWronglySuppressed).isEmpty();
    }
}
