package io.godwit.sending.pipeline;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.PipelineNode;
import java.util.UUID;

/** Emails of a project that the mail server refuses at RCPT. */
record RefusedEmails(PipelineNode node, UUID project) {

    /** Sends an email that bounces with the reply; the server takes those after it. */
    void refuse(String address, String reply) {
        node.sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply(reply));
        node.awaitStatus(node.email(project, address), "BOUNCED");
        node.sink.polite();
    }

    long suppressed(String address) {
        return node.db.count("SELECT count(*) FROM suppressions WHERE email = ?", address);
    }
}
