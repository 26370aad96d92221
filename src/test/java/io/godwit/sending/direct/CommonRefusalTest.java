package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.SinkBehaviour.Answer;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommonRefusalTest {

    @Test
    void refusalsOfMailHostsSayNothingAboutTheMailServer() throws Exception {
        try (var node = DirectNode.start()) {
            node.host("mx.shared.test").rule(SinkPoint.RCPT, new Answer("550 5.1.1 User unknown"));
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
}
