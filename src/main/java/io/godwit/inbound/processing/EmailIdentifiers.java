package io.godwit.inbound.processing;

import java.util.List;
import java.util.Optional;

/**
 * The identifiers by which a report names a sent email; one is enough. They are stored as received, and may be wrong or forged:
 * an identifier that matches no email has no effect. A Message-ID is set only when the report's sender was proved.
 *
 * @param messageId our own, with or without its angle brackets
 * @param domains the Message-ID counts only for a project that receives mail at one of these; none: for any
 * @param returnPath the return path of the email: its MAIL FROM, or RCPT TO of its bounce
 * @param token of the email's own header
 * @param providerId the relay's id for the email
 */
public record EmailIdentifiers(
        Optional<String> messageId,
        List<String> domains,
        Optional<String> returnPath,
        Optional<String> token,
        Optional<String> providerId) {

    public static final EmailIdentifiers NONE =
            new EmailIdentifiers(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    public EmailIdentifiers {
        domains = List.copyOf(domains);
    }

    public EmailIdentifiers withMessageId(String id) {
        return new EmailIdentifiers(Optional.of(id), domains, returnPath, token, providerId);
    }

    public EmailIdentifiers onlyFor(List<String> receiving) {
        return new EmailIdentifiers(messageId, receiving, returnPath, token, providerId);
    }

    public EmailIdentifiers withReturnPath(String address) {
        return new EmailIdentifiers(messageId, domains, Optional.of(address), token, providerId);
    }

    public EmailIdentifiers withToken(String text) {
        return new EmailIdentifiers(messageId, domains, returnPath, Optional.of(text), providerId);
    }

    public EmailIdentifiers withProviderId(String id) {
        return new EmailIdentifiers(messageId, domains, returnPath, token, Optional.of(id));
    }
}
