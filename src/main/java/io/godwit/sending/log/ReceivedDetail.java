package io.godwit.sending.log;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The additional data of a received email in the log. Its files are downloaded one by one, by their index among
 * {@code attachments}.
 *
 * @param repliesTo the sent email it answers
 * @param automatic whether it was sent by a program, so that no workflow began with it
 * @param contentMissing where the content is stored, when only its header was received
 * @param doubt the reason why it may not be a genuine email of a person, such as a forged bounce
 */
public record ReceivedDetail(
        Optional<String> messageId,
        Optional<String> inReplyTo,
        List<String> references,
        Optional<EmailId> repliesTo,
        String envelopeFrom,
        List<String> recipients,
        Optional<String> text,
        Optional<String> spf,
        Optional<String> dkim,
        Optional<String> dmarc,
        Optional<String> spam,
        Optional<String> virus,
        boolean automatic,
        Optional<String> contentMissing,
        Optional<String> doubt,
        Instant receivedAt) {

    public ReceivedDetail {
        references = List.copyOf(references);
        recipients = List.copyOf(recipients);
    }

    /** Finds the data of a received email; declared here, implemented by {@code inbound}. */
    @FunctionalInterface
    public interface Lookup {

        /** Completes with empty for an email that was not received. */
        Future<Optional<ReceivedDetail>> find(SqlClient db, Tenant tenant, EmailId id);
    }
}
