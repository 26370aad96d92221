package io.godwit.inbound.processing;

import java.util.List;
import java.util.Optional;

/**
 * Which mail of ours a report is about, by whatever it tells; one clue is enough. Clues are as they were found, and may be wrong
 * or forged: nothing follows from one that leads to no mail. A Message-ID stands here only when whoever tells it was proved.
 *
 * @param messageId our own, with or without its angle brackets
 * @param domains the Message-ID counts only for a project that receives mail at one of these; none: for any
 * @param returnPath where the mail was to come back to: MAIL FROM of the mail, or RCPT TO of its bounce
 * @param token of the mail's own header
 * @param providerId what the relay called the mail
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
