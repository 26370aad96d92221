package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A site whose rate is the bottleneck, with thousands of one project's emails queued after an outage. */
class SharedSiteBacklogTest {

    private static final int MANY = 3_000;
    private static final int FEW = 10;

    /** At this rate the backlog lasts for more than a minute. */
    private static final String RULES = """
            default:
              connections: 4
              emails-per-connection: 1000
              start-rate: 40/s
              max-rate: 40/s
            """;

    @Test
    void theFewEmailsOfOneProjectDoNotWaitForTheThousandsOfAnother() throws Exception {
        try (var node = DirectNode.start(RULES, 100)) {
            var host = node.hostOf("herd.test");
            node.number("herd.test", 1);
            var large = node.pipeline.project();
            node.emails(large, "herd.test", MANY);
            host.awaitMessages(40, PipelineNode.TIMEOUT);
            var before = host.accepted();

            alias(node, "small.test");
            alias(node, "late.test");

            node.emails(large, "late.test", 1);
            node.emails(node.pipeline.project(), "small.test", FEW);

            host.awaitMessages((int) before + 10 * FEW, PipelineNode.TIMEOUT);
            assertThat(to(host, "small.test")).hasSize(FEW);
            assertThat(to(host, "late.test")).isEmpty();
        }
    }

    /** Gives a domain the mail host of the other one. */
    private static void alias(DirectNode node, String domain) {
        node.dns.mx(domain, 10, "mx.herd.test");
        node.pipeline.db.query("INSERT INTO destination_domains (domain, destination) VALUES (?, 1)", domain);
    }

    private static List<String> to(SmtpSink host, String domain) {
        return host.messages().stream()
                .map(SinkMessage::recipient)
                .filter(recipient -> recipient.endsWith("@" + domain))
                .toList();
    }
}
