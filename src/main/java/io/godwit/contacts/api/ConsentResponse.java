package io.godwit.contacts.api;

import io.godwit.contacts.ConsentSource.Kind;
import io.godwit.contacts.OptOut;
import io.godwit.core.id.ContactId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The subscription of a contact with its history.
 *
 * @param optOut the origin of the present opt-out; empty for a contact that is subscribed or was never asked
 * @param unsubscription the change that led to the present unsubscription; empty while subscribed, or when it is not known
 * @param history the latest first
 * @param hasMore whether there are older changes than these
 */
record ConsentResponse(
        ContactId contactId,
        boolean subscribed,
        Optional<OptOut> optOut,
        Optional<ConsentChange> unsubscription,
        List<ConsentChange> history,
        boolean hasMore) {

    /** A change of the subscription; a contact that subscribes by a link of an email confirms. */
    enum ConsentType {
        SUBSCRIBED,
        CONFIRMED,
        UNSUBSCRIBED
    }

    /**
     * One change.
     *
     * @param first whether the contact was created so
     * @param source empty when it is not known
     */
    record ConsentChange(ConsentType type, Instant at, boolean first, Optional<Kind> source, ConsentEvidence evidence) {

        private ConsentChange named(Map<String, String> users) {
            return new ConsentChange(type, at, first, source, evidence.named(users));
        }
    }

    /**
     * The evidence of a change, as far as there is any.
     *
     * @param emailId the email with the link, or the one that bounced or was complained about
     * @param user the address of the user, while the user exists
     * @param proof why a contact that had opted out may be mailed again, as stated
     */
    record ConsentEvidence(
            Optional<String> emailId,
            Optional<String> jobId,
            Optional<String> executionId,
            Optional<String> userId,
            Optional<String> user,
            Optional<String> proof) {

        private ConsentEvidence named(Map<String, String> users) {
            return new ConsentEvidence(
                    emailId,
                    jobId,
                    executionId,
                    userId,
                    userId.flatMap(id -> Optional.ofNullable(users.get(id))),
                    proof);
        }
    }

    /** Returns this response with the addresses of users. */
    ConsentResponse named(Map<String, String> users) {
        return new ConsentResponse(
                contactId,
                subscribed,
                optOut,
                unsubscription.map(change -> change.named(users)),
                history.stream().map(change -> change.named(users)).toList(),
                hasMore);
    }
}
