package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpReply;
import java.util.Map;

/**
 * The acceptance of a message by a server.
 *
 * @param reply the reply to the final dot
 * @param recipientToRefusal the recipients the server refused, while it accepted others
 */
public record SmtpDelivery(SmtpReply reply, Map<EmailAddress, SmtpReply> recipientToRefusal) {

    public SmtpDelivery {
        recipientToRefusal = Map.copyOf(recipientToRefusal);
    }
}
