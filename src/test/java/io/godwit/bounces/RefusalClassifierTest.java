package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.bounces.RefusalClass.Party;
import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalClassifierTest {

    private static final EmailAddress ADA =
            EmailAddress.parse("ada@example.com").orElseThrow();
    private static final EmailAddress BOB =
            EmailAddress.parse("bob@example.net").orElseThrow();

    private static final Set<RefusalClass> MAY_SUPPRESS =
            EnumSet.of(RefusalClass.DEAD, RefusalClass.CLOSED, RefusalClass.FULL);

    record Sample(RefusalClass kind, SmtpStage stage, String reply) {

        @Override
        public String toString() {
            return stage + " " + reply;
        }
    }

    static List<Sample> replies() throws IOException {
        return Files.readAllLines(BounceCorpus.folder().resolve("replies.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .map(cells -> new Sample(
                        RefusalClass.valueOf(cells[0]),
                        SmtpStage.valueOf(cells[1]),
                        cells[2].replace("\\n", "\n").replace("\\u00e4", "\u00e4")))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "551 User not local; please try <bob@example.net>, SECOND_A_DAY_LATER",
        "550 User unknown; contact tech@mail.example for help, POSITIVE",
        "550 User unknown; bob@example.net, NONE",
        "550 <ada@mail.example.com>: user unknown, POSITIVE",
    })
    void anAddressOfAHelpdeskIsNotTheRefusedOne(String reply, Evidence evidence) {
        var refusal = read(SmtpStage.RCPT, reply).against(List.of(ADA.value()));

        assertThat(refusal.evidence()).isEqualTo(evidence);
    }

    @ParameterizedTest
    @MethodSource("replies")
    void eachReplyOfTheTableHasItsClass(Sample sample) {
        var refusal = read(sample.stage(), sample.reply());

        assertThat(refusal.kind()).as("%s", refusal).isEqualTo(sample.kind());
        assertThat(refusal.evidence() == Evidence.NONE || MAY_SUPPRESS.contains(refusal.kind()))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "550 5.1.1 User unknown, POSITIVE",
        "450 4.1.1 User unknown, NONE",
        "550 5.1.4 Ambiguous, NONE",
        "550 5.2.1 Account disabled, SECOND_WITHIN_A_WEEK",
        "550 5.4.1 Recipient address rejected: Access denied, SECOND_A_DAY_LATER",
        "550 Rejected, NONE",
        "551 No, NONE",
        "553 No, NONE",
        "550 5.7.1 No, NONE",
        "552 5.2.2 Mailbox full, SEVERAL_IN_A_ROW",
        "550 5.2.1 Mailbox unavailable, SECOND_WITHIN_A_WEEK",
        "550 5.4.1 Relay access denied, NONE",
        "550 Destination address no longer accepts mail from you, NONE",
        "550 The route could not be found, NONE",
        "550 Error: no valid recipients from 192.0.2.1, NONE",
        "551 User not local; please try <ada@example.net>, SECOND_A_DAY_LATER",
        "550 Recipient domain not local, SECOND_A_DAY_LATER",
        "551 Account not local, SECOND_A_DAY_LATER",
        "550 Unknown domain, SECOND_A_DAY_LATER",
        "550 5.1.2 Unknown domain, POSITIVE",
        "550 <ada@example.com>: Recipient address rejected: Domain not found, POSITIVE",
    })
    void onlyAPositiveSignProvesThatAnAddressIsDead(String reply, Evidence evidence) {
        assertThat(read(SmtpStage.RCPT, reply).evidence()).isEqualTo(evidence);
    }

    /** The words are about the sender, since no recipient has been named. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "550 unknown user",
                "550 Domain not found",
                "550 5.1.1 User unknown",
                "553 No such user",
                "553 unknown domain",
                "550 5.2.1 Account disabled"
            })
    void aRefusalBeforeTheRecipientProvesNothingAboutIt(String reply) {
        assertThat(List.of(read(SmtpStage.CONNECT, reply), read(SmtpStage.MAIL, reply)))
                .allSatisfy(refusal -> assertThat(refusal)
                        .returns(Evidence.NONE, ClassifiedRefusal::evidence)
                        .returns(RefusalClass.POLICY, ClassifiedRefusal::kind));
    }

    /** Until RCPT the server speaks of its disk or of the sender's mailbox. */
    @ParameterizedTest
    @ValueSource(
            strings = {"452 4.2.2 Mailbox full", "552 5.2.2 Mailbox full", "452 Out of disk space", "552 Over quota"})
    void aRefusalForAFullMailboxBeforeTheRecipientIsAFaultOfTheServer(String reply) {
        assertThat(List.of(read(SmtpStage.CONNECT, reply), read(SmtpStage.MAIL, reply)))
                .allSatisfy(refusal -> assertThat(refusal)
                        .returns(Evidence.NONE, ClassifiedRefusal::evidence)
                        .returns(RefusalClass.SYSTEM, ClassifiedRefusal::kind));
    }

    @ParameterizedTest
    @CsvSource({
        "550 5.1.1 User unknown, RECIPIENT",
        "550 relay not permitted, RELAY",
        "550 Ip frequency limited, SENDER",
        "554 5.7.1 blocked using zen.spamhaus.org, SENDER",
        "554 5.6.0 Message contains invalid header, CONTENT",
        "451 4.3.0 Try again later, RECEIVER",
        "550 Rejected, UNKNOWN",
    })
    void eachRefusalTellsWhoseFaultItIs(String reply, Party party) {
        assertThat(read(SmtpStage.RCPT, reply).fault()).isEqualTo(party);
    }

    @Test
    void aReasonInTheLastOfManyLinesIsHeard() {
        var reply = "550-Something went wrong here\n".repeat(60) + "550 5.1.1 No such user";

        assertThat(read(SmtpStage.RCPT, reply))
                .returns(RefusalClass.DEAD, ClassifiedRefusal::kind)
                .returns(Optional.of("5.1.1"), ClassifiedRefusal::enhanced);
    }

    @Test
    void refusalsOfOneCauseHaveOneFingerprint() {
        var one = read(
                SmtpStage.RCPT,
                "550 5.7.1 <ada@example.com>: relay for mx1.example.com [192.0.2.1] not permitted id=a1b2");
        var other = read(
                SmtpStage.RCPT,
                "550 5.7.1 <bob@example.net>: relay for mx2.example.net [192.0.2.77] not permitted id=c3d4");
        var third = read(SmtpStage.RCPT, "550 5.1.1 <bob@example.net>: user unknown");

        assertThat(one.fingerprint(ADA)).isEqualTo(other.fingerprint(BOB)).isNotEqualTo(third.fingerprint(BOB));
    }

    @Test
    void aLocalPartThatStandsAloneIsNotInTheFingerprint() {
        var ofAda = read(SmtpStage.RCPT, "550 Ada: user unknown");
        var ofBob = read(SmtpStage.RCPT, "550 bob: user unknown");
        var adamant = read(SmtpStage.RCPT, "550 adamant-bob: user unknown");

        assertThat(ofAda.fingerprint(ADA)).isEqualTo(ofBob.fingerprint(BOB)).isEqualTo("550  user unknown");
        assertThat(read(SmtpStage.RCPT, "550 User unknown: ada.").fingerprint(ADA))
                .isEqualTo("550  user unknown");
        assertThat(adamant.fingerprint(BOB)).isEqualTo("550  adamant bob user unknown");
    }

    @Test
    void aRuleThatIsNoneIsNamed() {
        assertThatThrownBy(() -> RefusalRules.parse("before\tDEAD\t*\t(")).hasMessageContaining("regular expression");
        assertThatThrownBy(() -> RefusalRules.parse("before\tALIVE\t*\tx")).hasMessageContaining("No such class");
        assertThatThrownBy(() -> RefusalRules.parse("sometimes\tDEAD\t*\tx")).hasMessageContaining("Not a rule");
    }

    private static ClassifiedRefusal read(SmtpStage stage, String reply) {
        return RefusalClassifier.classify(SmtpReply.parse(reply).orElseThrow(), stage);
    }
}
