package io.godwit.inbound;

import java.util.Optional;

/**
 * Which mail of ours a report is about, by whatever it tells; one clue is enough. Clues are as they were found, and may be wrong
 * or forged: nothing follows from one that leads to no mail.
 *
 * @param messageId our own, with or without its angle brackets
 * @param returnPath where the mail was to come back to: MAIL FROM of the mail, or RCPT TO of its bounce
 * @param providerId what the relay called the mail
 */
record Reference(Optional<String> messageId, Optional<String> returnPath, Optional<String> providerId) {

    static final Reference NONE = new Reference(Optional.empty(), Optional.empty(), Optional.empty());

    Reference withMessageId(String id) {
        return new Reference(Optional.of(id), returnPath, providerId);
    }

    Reference withReturnPath(String address) {
        return new Reference(messageId, Optional.of(address), providerId);
    }

    Reference withProviderId(String id) {
        return new Reference(messageId, returnPath, Optional.of(id));
    }
}
