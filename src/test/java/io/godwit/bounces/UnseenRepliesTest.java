package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.Refusal.Proof;
import io.godwit.smtp.Reply;
import io.godwit.smtp.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classifier on replies its rules were not written for; the head of the table says where they are from. */
class UnseenRepliesTest {

    private enum Meaning {
        DEAD,
        CLOSED,
        FULL,
        PASSING,
        US
    }

    private record Unseen(String source, Meaning meaning, String reply) {

        Refusal refusal() {
            return RefusalClassifier.classify(Reply.parse(reply).orElseThrow(), Stage.RCPT);
        }

        /** A reply of class 4 is tried again, whether it is the mailbox or the server that takes no mail. */
        boolean isRight() {
            var refusal = refusal();
            return refusal.permanent()
                    ? meaning == read(refusal)
                    : meaning == read(refusal)
                            || (meaning == Meaning.PASSING || meaning == Meaning.FULL) && isTriedAgain(refusal);
        }

        private static boolean isTriedAgain(Refusal refusal) {
            var read = read(refusal);
            return read == Meaning.PASSING || read == Meaning.FULL || refusal.kind() == RefusalClass.UNKNOWN;
        }

        /** An address that lives is suppressed, or one that is only disabled by the first refusal. */
        boolean isWronglySuppressed() {
            var proof = refusal().proof();
            return meaning != Meaning.DEAD
                    && proof != Proof.NONE
                    && (meaning != Meaning.CLOSED || proof == Proof.POSITIVE);
        }

        @Override
        public String toString() {
            return String.join(
                    "\t",
                    source,
                    meaning.name(),
                    refusal().kind() + "/" + refusal().proof(),
                    reply);
        }
    }

    private static Meaning read(Refusal refusal) {
        return switch (refusal.kind()) {
            case DEAD -> Meaning.DEAD;
            case CLOSED -> Meaning.CLOSED;
            case FULL -> Meaning.FULL;
            case GREYLISTED, ROUTING, SYSTEM -> Meaning.PASSING;
            case RATE_LIMITED, BLOCKED_SOURCE, BLOCKED_DOMAIN, POLICY, CONTENT, SIZE, SESSION, UNKNOWN -> Meaning.US;
        };
    }

    private static List<Unseen> replies() throws IOException {
        return Files.readAllLines(Corpus.folder().resolve("unseen.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", 3))
                .map(cells -> new Unseen(cells[0], Meaning.valueOf(cells[1]), cells[2]))
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
        assertThat(replies()).filteredOn(Unseen::isWronglySuppressed).isEmpty();
    }
}
