package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * The email of one member of an audience, with its outcome.
 *
 * @param status of its email, as the emails table has it
 * @param reason why it was not sent: a sentence of the platform, or the reply of a mail server
 * @param reasonCode of a sentence of the platform
 */
record CampaignRecipient(
        ContactId contactId,
        EmailAddress email,
        EmailId emailId,
        RecipientOutcome outcome,
        EmailStatus status,
        Optional<String> reason,
        Optional<EmailReason> reasonCode,
        Optional<Instant> sentAt,
        Optional<Instant> openedAt,
        Optional<Instant> clickedAt,
        Optional<Instant> bouncedAt) {}
