package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommonRefusalTest {

    @Test
    void refusalsOfMailHostsSayNothingAboutTheMailServer() throws Exception {
        try (var node = DirectNode.start()) {
            node.host("mx.shared.test").rule(SinkPoint.RCPT, new Reply("550 5.1.1 User unknown"));
            var emails = new ArrayList<UUID>();
            for (var project = 0; project < 6; project++) {
                var id = node.pipeline.project();
                for (var number = 0; number < 4; number++) {
                    var domain = "d" + project + number + ".test";
                    node.dns.mx(domain, 10, "mx.shared.test");
                    emails.add(node.email(id, "reader@" + domain));
                }
            }

            emails.forEach(email -> node.pipeline.awaitStatus(email, "BOUNCED"));

            assertThat(node.pipeline.state.detail()).containsEntry("status", "ok");
            assertThat(node.pipeline.state.lastOutage()).isEmpty();
        }
    }

    /** The first pause before another attempt at a mail host is six minutes, that at the relay is ten seconds. */
    @Test
    void anEmailThatIsTooOldForAnotherAttemptAtAMailHostEndsByACommonRefusal() throws Exception {
        try (var node = DirectNode.start(DirectNode.RULES, 1)) {
            node.host("mx.crowd.test").rule(SinkPoint.RCPT, new Reply("550 5.1.1 User unknown"));
            var project = node.pipeline.project();

            for (var number = 0; number < 12; number++) {
                var domain = "old" + number + ".test";
                node.dns.mx(domain, 10, "mx.crowd.test");
                var email = node.pipeline.accepted(project, "reader@" + domain);
                node.pipeline.db.query("""
                        INSERT INTO outbox (project_id, email_id, lane, created_at, message_date)
                        VALUES (?, ?, ?, now() - interval '2 days' + interval '200 seconds',
                                now() - interval '2 days' + interval '200 seconds')
                        """, project, email, EmailSource.TRANSACTIONAL.lane());
            }

            await().atMost(PipelineNode.TIMEOUT)
                    .until(() -> node.pipeline.db.count("SELECT count(*) FROM emails WHERE status = 'FAILED'") > 0);
        }
    }
}
