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
    private RefusedEmails emails;

    @BeforeAll
    void start() {
        project = node.project();
        emails = new RefusedEmails(node, project);
        node.start();
    }

    @AfterEach
    void bePolite() {
        node.sink.polite();
    }

    private void refuseADayLater(String address, String reply) {
        node.db.query("UPDATE address_signs SET noted_at = noted_at - interval '25 hours' WHERE email = ?", address);
        emails.refuse(address, reply);
    }

    @Test
    void aSentenceOfUnfamiliarWordsSuppressesByTheSecondRefusalADayLater() {
        var reply = "550 Wingtip Toys: no such user";
        emails.refuse("odd@example.org", reply);
        assertThat(emails.suppressed("odd@example.org")).isZero();

        refuseADayLater("odd@example.org", reply);

        assertThat(emails.suppressed("odd@example.org")).isOne();
    }

    @Test
    void aSentenceThatRecipientsOfTwoDomainsGetIsAboutUsAndSuppressesNone() {
        var reply = "550 The stream 'broadcasts' provided does not exist on this server";
        emails.refuse("one@example.org", reply);
        emails.refuse("other@example.net", reply);

        refuseADayLater("one@example.org", reply);
        refuseADayLater("other@example.net", reply);

        assertThat(emails.suppressed("one@example.org")).isZero();
        assertThat(emails.suppressed("other@example.net")).isZero();
    }

    @Test
    void aSentenceThatNamesTheRecipientIsAboutThisMailboxThoughAnotherDomainGotItsWords() {
        var words = ">: Wingtip Cloud has no such user";
        emails.refuse("cloud@example.org", "550 <cloud@example.org" + words);
        emails.refuse("cloud@example.net", "550 <cloud@example.net" + words);

        refuseADayLater("cloud@example.org", "550 <cloud@example.org" + words);

        assertThat(emails.suppressed("cloud@example.org")).isOne();
    }

    @Test
    void aDisabledMailboxIsSuppressedThoughAnotherDomainHasOne() {
        var reply = "550 5.2.1 The email account that you tried to reach is disabled";
        emails.refuse("first@example.org", reply);
        emails.refuse("second@example.net", reply);

        emails.refuse("first@example.org", reply);
        emails.refuse("second@example.net", reply);

        assertThat(emails.suppressed("first@example.org")).isOne();
        assertThat(emails.suppressed("second@example.net")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"news@shop.example", "info@shop.example"})
    void aRefusalThatNamesOnlyAnotherAddressSuppressesNobody(String other) {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 <" + other + "> does not exist"));

        var email = node.email(project, "info@example.org");

        node.awaitStatus(email, "FAILED");
        assertThat(emails.suppressed("info@example.org")).isZero();
    }
}
