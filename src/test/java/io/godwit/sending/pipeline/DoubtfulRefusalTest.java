package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals of which the words alone do not prove that the mailbox of the recipient is missing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class DoubtfulRefusalTest {

    private final PipelineNode node = new PipelineNode();
    private UUID project;

    @BeforeAll
    void start() {
        project = node.project();
        node.start();
    }

    @AfterEach
    void bePolite() {
        node.sink.polite();
    }

    private void refuse(String address, String reply) {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer(reply));
        var email = node.email(project, address);
        node.awaitStatus(email, "BOUNCED");
        node.sink.polite();
    }

    private long suppressed(String address) {
        return node.db.count("SELECT count(*) FROM suppressions WHERE email = ?", address);
    }

    private void refuseADayLater(String address, String reply) {
        node.db.query("UPDATE address_signs SET noted_at = noted_at - interval '25 hours' WHERE email = ?", address);
        refuse(address, reply);
    }

    @Test
    void aSentenceOfUnfamiliarWordsSuppressesByTheSecondRefusalADayLater() {
        var reply = "550 Wingtip Toys: no such user";
        refuse("odd@example.org", reply);
        assertThat(suppressed("odd@example.org")).isZero();

        refuseADayLater("odd@example.org", reply);

        assertThat(suppressed("odd@example.org")).isOne();
    }

    @Test
    void aSentenceThatRecipientsOfTwoDomainsGetIsAboutUsAndSuppressesNone() {
        var reply = "550 The stream 'broadcasts' provided does not exist on this server";
        refuse("one@example.org", reply);
        refuse("other@example.net", reply);

        refuseADayLater("one@example.org", reply);
        refuseADayLater("other@example.net", reply);

        assertThat(suppressed("one@example.org")).isZero();
        assertThat(suppressed("other@example.net")).isZero();
    }

    @Test
    void aSentenceThatNamesTheRecipientIsAboutThisMailboxThoughAnotherDomainGotItsWords() {
        var words = ">: Wingtip Cloud has no such user";
        refuse("cloud@example.org", "550 <cloud@example.org" + words);
        refuse("cloud@example.net", "550 <cloud@example.net" + words);

        refuseADayLater("cloud@example.org", "550 <cloud@example.org" + words);

        assertThat(suppressed("cloud@example.org")).isOne();
    }

    @Test
    void aDisabledMailboxIsSuppressedThoughAnotherDomainHasOne() {
        var reply = "550 5.2.1 The email account that you tried to reach is disabled";
        refuse("first@example.org", reply);
        refuse("second@example.net", reply);

        refuse("first@example.org", reply);
        refuse("second@example.net", reply);

        assertThat(suppressed("first@example.org")).isOne();
        assertThat(suppressed("second@example.net")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"news@shop.example", "info@shop.example"})
    void aRefusalThatNamesOnlyAnotherAddressSuppressesNobody(String other) {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Answer("550 <" + other + "> does not exist"));

        var email = node.email(project, "info@example.org");

        node.awaitStatus(email, "FAILED");
        assertThat(suppressed("info@example.org")).isZero();
    }
}
