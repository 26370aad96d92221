package io.godwit.sending.direct;

import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import org.junit.jupiter.api.Test;

/** Emails that have waited for their turn longer than an email is tried, over real sockets. */
class AgedBacklogTest extends DirectNodeFixture {

    private static final String RULES = """
            default:
              connections: 4
              start-rate: 3600/h
              max-rate: 3600/h
            """;

    AgedBacklogTest() {
        super(RULES);
    }

    /** Each waits for a second or two, and none for a cause that could last. */
    @Test
    void emailsThatWaitForTheRateOfTheirSiteAreSentHoweverOldTheyAre() {
        var host = node.hostOf("slow.test");
        node.stop();
        node.emails(project, "slow.test", 6);
        node.pipeline.db.query("UPDATE outbox SET created_at = now() - interval '3 days'");

        node.restart();

        host.awaitMessages(6, PipelineNode.TIMEOUT);
    }

    /** The site pauses for some seconds, while others of the backlog wait for their turn on a connection. */
    @Test
    void emailsThatWaitForASiteThatDefersOneForItsRateAreSentHoweverOldTheyAre() {
        var host = node.hostOf("slow.test")
                .rule(SinkPoint.RCPT, 1, new Reply("421 4.7.0 Too many messages from 127.0.0.1"));
        node.stop();
        node.emails(project, "slow.test", 6);
        node.pipeline.db.query("UPDATE outbox SET created_at = now() - interval '3 days'");

        node.restart();

        host.awaitMessages(6, PipelineNode.TIMEOUT);
    }
}
