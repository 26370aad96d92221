package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Emails that go straight to the mail hosts of their recipients, over real sockets. Each test has a domain of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class DirectEmailTest {

    private DirectNode node;
    private UUID project;

    @BeforeAll
    void start() throws Exception {
        node = DirectNode.start();
        project = node.pipeline.project();
    }

    @Test
    void anEmailReachesTheMailHostOfItsDomainWithTheEvidenceInItsLog() {
        var host = node.hostOf("plain.test");

        var email = node.email(project, "ada@plain.test");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(host.next().recipient()).isEqualTo("ada@plain.test");
        assertThat(node.pipeline.events(email)).containsExactly("email.sent");
        assertThat(node.pipeline.attempts(email)).hasSize(1);
        var evidence = evidence(email);
        assertThat(evidence.getString("host")).isEqualTo("mx.plain.test");
        assertThat(evidence.getString("address")).contains(host.host());
        assertThat(evidence.getString("source")).isEqualTo("127.0.0.1");
        assertThat(evidence.getJsonArray("steps").toString()).contains("greeting", "EHLO", "MAIL", "RCPT", "dot");
        assertThat(evidence.getJsonArray("steps").getJsonObject(0).getLong("milliseconds"))
                .isNotNegative();
    }

    @Test
    void theHostOfTheNextPreferenceIsTriedWhenTheFirstIsDeadAndTheSecondGreetsWithARefusal() {
        node.dns.mx("three.test", 10, "dead.three.test").mx("three.test", 20, "full.three.test");
        node.dns.mx("three.test", 30, "last.three.test");
        node.address("dead.three.test");
        var refusing = node.host("full.three.test");
        refusing.rule(SinkPoint.GREETING, new ReplyAndClose("554 5.7.1 No mail here"));
        var last = node.host("last.three.test");

        var email = node.email(project, "ada@three.test");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(last.next().recipient()).isEqualTo("ada@three.test");
        assertThat(refusing.connections()).isEqualTo(1);
        assertThat(node.pipeline.attempts(email)).hasSize(1);
    }

    @Test
    void aDomainWithoutAnMxRecordReceivesAtItsOwnAddress() {
        var host = node.host("small.test");

        var email = node.email(project, "ada@small.test");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(host.next().recipient()).isEqualTo("ada@small.test");
    }

    @Test
    void anAliasLeadsToTheHostItStandsFor() {
        node.dns.cname("alias.test", "real.test").mx("real.test", 10, "mx.real.test");
        node.dns.cname("mx.real.test", "host.real.test");
        var host = node.host("host.real.test");

        var email = node.email(project, "ada@alias.test");

        node.pipeline.awaitStatus(email, "SENT");
        assertThat(host.next().recipient()).isEqualTo("ada@alias.test");
    }

    @Test
    void aDomainThatReceivesNoMailBouncesAtOnce() {
        node.dns.mx("null.test", 0, ".");

        var email = node.email(project, "ada@null.test");

        node.pipeline.awaitStatus(email, "BOUNCED");
        assertThat(node.pipeline.attempts(email).get(0)).containsEntry("enhanced", "5.1.10");
        assertThat(node.pipeline.db.count("SELECT count(*) FROM suppressions WHERE email = 'ada@null.test'"))
                .isEqualTo(1);
    }

    @Test
    void aDomainThatDoesNotExistBouncesAtOnce() {
        var email = node.email(project, "ada@missing.test");

        node.pipeline.awaitStatus(email, "BOUNCED");
        assertThat(node.pipeline.attempts(email).get(0)).containsEntry("enhanced", "5.1.2");
    }

    @Test
    void aHostWhoseAddressIsNotPublicIsNeverConnectedTo() {
        node.dns.mx("inside.test", 10, "mx.inside.test").address("mx.inside.test", "127.0.0.1");

        var email = node.email(project, "ada@inside.test");

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.pipeline.attempts(email).isEmpty());
        assertThat(node.pipeline.attempts(email).get(0))
                .containsEntry("enhanced", "5.4.4")
                .containsEntry("outcome", "DEFERRED");
        assertThat(node.pipeline.status(email)).isEqualTo("PENDING");
    }

    @Test
    void aDomainNobodyCanLookUpIsTriedAgain() {
        node.dns.failing("late.test");
        var email = node.email(project, "ada@late.test");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.pipeline.attempts(email).isEmpty());
        assertThat(node.pipeline.attempts(email).get(0)).containsEntry("outcome", "DEFERRED");

        node.hostOf("late.test");
        node.dns.plain("late.test");

        node.pipeline.awaitStatus(email, "SENT");
    }

    @Test
    void aGreylistedEmailComesAgainFromTheSameSourceWithTheSameReturnPath() {
        var host = node.hostOf("grey.test");
        node.dns.mx("grey.test", 20, "other.grey.test");
        var other = node.host("other.grey.test");
        host.rule(SinkPoint.RCPT, 1, new Reply("451 4.7.1 Greylisted, try again"));

        var email = node.email(project, "ada@grey.test");

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.pipeline.events(email).contains("email.delayed"));
        node.pipeline.awaitStatus(email, "SENT");
        assertThat(node.pipeline.events(email)).containsExactly("email.delayed", "email.sent");
        assertThat(node.pipeline.attempts(email))
                .extracting(attempt -> attempt.get("outcome"))
                .containsExactly("DEFERRED", "SENT");
        assertThat(evidences(email))
                .extracting(each -> each.getString("source"))
                .containsOnly("127.0.0.1");
        assertThat(host.ledger(SinkPoint.MAIL))
                .hasSize(2)
                .extracting(exchange -> exchange.mailFrom())
                .containsOnly("hello@example.test");
        assertThat(other.connections()).isZero();
    }

    @Test
    void aRefusedRecipientBouncesAndTheConnectionCarriesTheNextEmail() {
        var host = node.hostOf("strict.test");
        host.ruleFor("nobody", new Reply("550 5.1.1 No such user"));

        var refused = node.email(project, "nobody@strict.test");
        node.pipeline.awaitStatus(refused, "BOUNCED");
        var sent = node.email(project, "ada@strict.test");
        node.pipeline.awaitStatus(sent, "SENT");

        assertThat(host.connections()).isEqualTo(1);
        assertThat(evidence(refused).getJsonArray("steps").toString()).contains("5.1.1 No such user");
    }

    private JsonObject evidence(UUID email) {
        return evidences(email).get(0);
    }

    private List<JsonObject> evidences(UUID email) {
        return node.pipeline.attempts(email).stream()
                .map(attempt -> new JsonObject(String.valueOf(attempt.get("evidence"))))
                .toList();
    }
}
