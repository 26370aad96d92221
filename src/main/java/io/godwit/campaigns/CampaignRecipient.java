package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of one member of an audience.
 *
 * @param outcome pending, sent, skipped, failed or cancelled: the same five the books have
 * @param status of its mail, as the message log has it
 * @param reason why it was not sent
 */
record CampaignRecipient(
        ContactId contactId,
        EmailAddress email,
        EmailId emailId,
        String outcome,
        String status,
        Optional<String> reason,
        Optional<Instant> sentAt,
        Optional<Instant> openedAt,
        Optional<Instant> clickedAt,
        Optional<Instant> bouncedAt) {}
