package io.godwit.inbound;

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
record Reference(
        Optional<String> messageId,
        List<String> domains,
        Optional<String> returnPath,
        Optional<String> token,
        Optional<String> providerId) {

    static final Reference NONE =
            new Reference(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    Reference {
        domains = List.copyOf(domains);
    }

    Reference withMessageId(String id) {
        return new Reference(Optional.of(id), domains, returnPath, token, providerId);
    }

    Reference onlyFor(List<String> receiving) {
        return new Reference(messageId, receiving, returnPath, token, providerId);
    }

    Reference withReturnPath(String address) {
        return new Reference(messageId, domains, Optional.of(address), token, providerId);
    }

    Reference withToken(String text) {
        return new Reference(messageId, domains, returnPath, Optional.of(text), providerId);
    }

    Reference withProviderId(String id) {
        return new Reference(messageId, domains, returnPath, token, Optional.of(id));
    }
}
