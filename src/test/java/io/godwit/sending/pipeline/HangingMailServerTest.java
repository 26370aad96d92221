package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A mail server that hangs for some recipients holds up their mail and no other. */
@CloseFields
class HangingMailServerTest {

    private static final String LARGE = "<p>Hello</p>\n".repeat((6 << 20) / 13);

    private final PipelineNode node = new PipelineNode();

    @Test
    void mailToOthersGoesOutAtOnceWhileOneDomainHangs() {
        var project = node.project();
        node.start();
        var hanging = many(project, 25, "tarpit-rcpt", "slow.example.org");
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.sink.ledger(SinkPoint.RCPT).size() >= 5);

        var healthy = many(project, 60, "reader", "example.org");

        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(healthy) == 60);
        assertThat(hanging).allSatisfy(email -> assertThat(node.status(email)).isEqualTo("PENDING"));
    }

    @Test
    void mailOfOthersGoesOutAtOnceWhileOneProjectsRecipientsAllHang() {
        var project = node.project();
        node.start();
        for (var number = 0; number < 60; number++) {
            node.email(project, "tarpit-rcpt+" + number + "@slow" + number + ".example.org");
        }
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.sink.ledger(SinkPoint.RCPT).size() >= 18);

        var healthy = many(node.project(), 20, "reader", "example.org");

        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(healthy) == 20);
    }

    @Test
    void mailToADomainThatAnswersGoesOutAtOnceWhileManyDomainsOfManyProjectsHang() {
        node.start();
        var first = many(node.project(), 1, "first", "example.org");
        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(first) == 1);
        for (var number = 0; number < 60; number++) {
            node.email(node.project(), "tarpit-rcpt+" + number + "@slow" + number + ".example.org");
        }
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.sink.ledger(SinkPoint.RCPT).size() >= 18);

        var healthy = many(node.project(), 20, "reader", "example.org");

        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(healthy) == 20);
    }

    /** At the final dot a domain has answered already: it holds nothing back from other new ones. */
    @Test
    void manyNewDomainsThatAnswerHaveAllConnectionsWhileTheirFinalDotsWait() {
        node.sink.rule(SinkPoint.DOT, new SinkBehaviour.Held(new SinkGate()));
        var project = node.project();
        for (var number = 0; number < 60; number++) {
            node.email(project, "reader@new" + number + ".example.org");
        }

        node.start();

        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.sink.ledger(SinkPoint.RCPT).size() >= 19);
    }

    @Test
    void aLongQueueToAHangingDomainIsNotInTheWayOfItsOwnProject() {
        var project = node.project();
        many(project, 300, "tarpit-rcpt", "slow.example.org");
        var healthy = many(project, 20, "reader", "example.org");

        node.start();

        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(healthy) == 20);
        await().atMost(PipelineNode.TIMEOUT).until(() -> stalledAtRcpt() > 0);
    }

    @Test
    void oneDomainAloneHasNearlyAllConnections() {
        node.sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(100)));
        node.emails(node.project(), EmailSource.TRANSACTIONAL, 200);

        node.start();

        node.awaitEmpty();
        assertThat(node.sink.mostConnections()).isGreaterThanOrEqualTo(17);
        assertThat(stalledAtRcpt()).isZero();
    }

    /** Two of them fill most of what may be in memory as messages at once. */
    @Test
    void largeMailToADomainThatHangsIsInTheWayOfNoOthers() {
        var project = node.project();
        node.start();
        var hanging = many(project, 3, "tarpit-rcpt", "slow.example.org", LARGE);
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> !node.sink.ledger(SinkPoint.RCPT).isEmpty());

        var small = many(project, 5, "reader", "example.org");
        var large = many(project, 2, "large", "example.net", LARGE);

        await().atMost(PipelineNode.TIMEOUT).until(() -> sent(small) == 5 && sent(large) == 2);
        assertThat(sent(hanging)).isZero();
    }

    private List<UUID> many(UUID project, int count, String name, String domain, String body) {
        var content = node.content(project, "Hi", body);
        var emails = new ArrayList<UUID>();
        for (var number = 0; number < count; number++) {
            emails.add(node.email(
                    project,
                    name + "+" + number + "@" + domain,
                    EmailSource.TRANSACTIONAL,
                    "TRANSACTIONAL",
                    "{\"kept\": {}}",
                    content));
        }
        return emails;
    }

    private List<UUID> many(UUID project, int count, String name, String domain) {
        var emails = new ArrayList<UUID>();
        for (var number = 0; number < count; number++) {
            emails.add(node.email(project, name + "+" + number + "@" + domain));
        }
        return emails;
    }

    private long sent(List<UUID> emails) {
        return node.db.count("SELECT count(*) FROM emails WHERE status = 'SENT' AND id = ANY (?)", (Object)
                emails.toArray(UUID[]::new));
    }

    private double stalledAtRcpt() {
        return node.meters
                .get("godwit.sending.connections.stalled")
                .tag("stage", "RCPT")
                .gauge()
                .value();
    }
}
