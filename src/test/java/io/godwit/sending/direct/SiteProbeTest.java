package io.godwit.sending.direct;

import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import org.junit.jupiter.api.Test;

/** The email that tests whether the suspension of a site has ended, over real sockets. */
class SiteProbeTest extends DirectNodeFixture {

    /** For a quarter of an hour nothing went to a site whose probe had no outcome. */
    @Test
    void anotherEmailProbesTheSiteAtOnceWhenTheConnectionOfTheProbeBreaks() {
        node.hostOf("probed.test")
                .rule(SinkPoint.MAIL, 1, new Reply("554 5.7.1 127.0.0.1 is listed in zen.spamhaus.org"))
                .rule(SinkPoint.MAIL, 2, new Close());
        var email = node.email(project, "ada@probed.test");
        await().atMost(PipelineNode.TIMEOUT).until(() -> suspensions() == 1);

        node.tryNow("mx.probed.test");

        node.pipeline.awaitStatus(email, "SENT");
    }

    private long suspensions() {
        return node.pipeline.db.count("SELECT coalesce(sum(jsonb_array_length(suspensions)), 0) FROM shaping_states");
    }
}
